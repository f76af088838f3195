UPDATE alembic_version SET version_num='0014' WHERE alembic_version.version_num = '0013';
