"""Static files under names that hold their content's hash, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Rewrites addresses between ES modules too; a file that no manifest names keeps its plain name."""

    support_js_module_import_aggregation = True
    manifest_strict = False
