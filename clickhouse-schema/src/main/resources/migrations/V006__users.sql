-- hookline: needs users
-- The line above tells the runner to leave this file out, and to say so, on a server that keeps no
-- users (the embedded engine: its HTTP process checks the two names itself). It is then not
-- recorded, so a server that gets users later gets these. Passwords travel as hashes, so that no
-- message or log of the server can show one.

CREATE USER IF NOT EXISTS hookline_writer
    IDENTIFIED WITH sha256_hash BY ${writer_password_sha256};

GRANT SELECT, INSERT, ALTER, CREATE, DROP, TRUNCATE, OPTIMIZE, SHOW
    ON ${database}.* TO hookline_writer;

-- The sink checks its targets, their parts and its own profile before it writes.
GRANT SELECT ON system.* TO hookline_writer;

-- Analysts read; readonly also keeps them from changing a setting.
CREATE USER IF NOT EXISTS hookline_analyst
    IDENTIFIED WITH sha256_hash BY ${analyst_password_sha256}
    SETTINGS readonly = 1;

GRANT SELECT, SHOW ON ${database}.* TO hookline_analyst;
