"""The collection: copies owned, wanted, missing; sheets in and out."""
