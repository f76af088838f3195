"""From a deck list to a verdict: names looked up, rules asked, files and folders judged."""
