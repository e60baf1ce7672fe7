CREATE TABLE IF NOT EXISTS categories (id INTEGER PRIMARY KEY, slug TEXT UNIQUE, name TEXT, blurb TEXT);
CREATE TABLE IF NOT EXISTS products (
    id INTEGER PRIMARY KEY, slug TEXT UNIQUE, name TEXT, category_id INTEGER REFERENCES categories, price INTEGER, was INTEGER,
    summary TEXT, description TEXT, details TEXT, options TEXT, stock INTEGER, featured INTEGER DEFAULT 0, shape TEXT, palette INTEGER,
    rank INTEGER DEFAULT 0, seeded INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS reviews (
    id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products ON DELETE CASCADE, name TEXT, stars INTEGER, title TEXT, text TEXT,
    time TEXT, session TEXT, seeded INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS customers (
    id INTEGER PRIMARY KEY, email TEXT UNIQUE COLLATE NOCASE, password TEXT, first_name TEXT, last_name TEXT, phone TEXT DEFAULT '',
    newsletter INTEGER DEFAULT 0, admin INTEGER DEFAULT 0, time TEXT, session TEXT, changed TEXT, seeded INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS addresses (
    id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers ON DELETE CASCADE, first_name TEXT, last_name TEXT, line1 TEXT,
    line2 TEXT, city TEXT, postcode TEXT, country TEXT, phone TEXT, is_default INTEGER DEFAULT 0, time TEXT, session TEXT, changed TEXT,
    seeded INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS visitors (
    id TEXT PRIMARY KEY, customer_id INTEGER REFERENCES customers ON DELETE SET NULL, admin_id INTEGER REFERENCES customers ON DELETE SET NULL,
    state TEXT DEFAULT '{}', time TEXT
);
CREATE TABLE IF NOT EXISTS basket_lines (
    id INTEGER PRIMARY KEY, visitor TEXT, product_id INTEGER REFERENCES products ON DELETE CASCADE, options TEXT, quantity INTEGER,
    UNIQUE (visitor, product_id, options)
);
CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers ON DELETE SET NULL, email TEXT, address TEXT, delivery TEXT,
    payment TEXT, lines TEXT, subtotal INTEGER, delivery_cost INTEGER, total INTEGER, status TEXT, time TEXT, session TEXT,
    seeded INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS newsletter (email TEXT PRIMARY KEY, time TEXT, session TEXT);
CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, time TEXT, session TEXT, kind TEXT, what TEXT);
