"""Where files lie that every host must see: in the desk's directory, or in a bucket that `FILES_URL` names."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

PATTERN = "s3://KEY:SECRET@store.example.org/bucket/folder?region=eu-south-1"


class WrongFilesUrl(ValueError):
    """`FILES_URL` is not written as it must be; the message says how."""


def build_file_storage(url: str) -> dict[str, Any]:
    """Django's settings of the storage: of a bucket for an address as in `PATTERN`, of the desk's directory where there is none.

    `s3+http` is for a store in one's own network, without a certificate; without KEY and SECRET the machine's own role or
    AWS_ACCESS_KEY_ID count. Raises: WrongFilesUrl.
    """
    if not url:
        return {"BACKEND": "jobs.desk_files.DeskFiles", "OPTIONS": {}}
    parts = urlsplit(url)
    bucket, _slash, folder = parts.path.strip("/").partition("/")
    if parts.scheme not in {"s3", "s3+http"} or not parts.hostname or not bucket:
        raise WrongFilesUrl(f"FILES_URL is not an address of a bucket: write it as {PATTERN}.")
    port = f":{parts.port}" if parts.port else ""
    options: dict[str, Any] = {
        "bucket_name": bucket,
        "location": folder,
        "endpoint_url": f"{'http' if parts.scheme == 's3+http' else 'https'}://{parts.hostname}{port}",
        "region_name": parse_qs(parts.query).get("region", ["us-east-1"])[0],
    }
    if parts.username:
        options |= {"access_key": unquote(parts.username), "secret_key": unquote(parts.password or "")}
    return {"BACKEND": "jobs.bucket_files.BucketFiles", "OPTIONS": options}
