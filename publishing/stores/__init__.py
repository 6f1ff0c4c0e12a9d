"""Where static pages are put: a folder of this computer, or a web space over FTPS, SFTP or WebDAV."""
