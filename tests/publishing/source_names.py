"""Where the tests' documents and files come from, for the settings."""

SOURCES = {
    "document": "tests.publishing.sources.build_public_document",
    "files": "tests.publishing.sources.build_static_files",
    "overview": "tests.publishing.sources.build_club_files",
    "open_store": "tests.publishing.sources.open_store",
    "sync_files": "tests.publishing.sources.sync_files",
}
