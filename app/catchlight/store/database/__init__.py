"""Databases: SQLite files on one computer, PostgreSQL for several; transactions, versions and migrations are alike on both."""
