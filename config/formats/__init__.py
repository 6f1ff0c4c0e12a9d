"""How dates and times are written in a language where Django's own way is not that of docs/style.md; found by `FORMAT_MODULE_PATH`."""
