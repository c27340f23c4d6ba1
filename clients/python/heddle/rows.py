"""Results of a service that are read while they are used."""


class Rows:
    """Rows of a result. They are read from the service each time that they are iterated.

    `list()`, `pandas()` and `polars()` read all of them at once. Objects within a row become columns `inputs.question`,
    down to `depth`; lists and deeper objects stay values.
    """

    def __init__(self, read):
        self._read = read

    def __iter__(self):
        return iter(self._read())

    def list(self):
        return list(self)

    def first(self):
        """The first row; None where there is none."""
        return next(iter(self), None)

    def pandas(self, depth=2):
        import pandas

        return pandas.DataFrame(_table(self, depth))

    def polars(self, depth=2):
        import polars

        # Values of one column may be of several types: those become objects of Python.
        columns = _table(self, depth)
        return polars.DataFrame([_series(polars, name, values) for name, values in columns.items()])


def _series(polars, name, values):
    try:
        return polars.Series(name, values, strict=True)
    except (TypeError, polars.exceptions.PolarsError):
        return polars.Series(name, values, dtype=polars.Object)


def _table(rows, depth):
    """Columns of equal length, with None where a row lacks one."""
    columns = {}
    count = 0
    for row in rows:
        for name, value in _flat(row, depth):
            columns.setdefault(name, [None] * count).append(value)
        count += 1
        for values in columns.values():
            if len(values) < count:
                values.append(None)
    return columns


def _flat(row, depth, prefix=""):
    if not isinstance(row, dict):
        yield prefix or "value", row
        return
    for name, value in row.items():
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(value, dict) and value and depth > 1:
            yield from _flat(value, depth - 1, path)
        else:
            yield path, value
