"""As much of pandas as docs/python.md uses, on the standard library: for machines without it, so that the page is executed on them too."""
import csv
import io


class DataFrame:
    def __init__(self, given):
        self.rows = given if isinstance(given, list) else [dict(zip(given, row)) for row in zip(*given.values())]

    def to_csv(self, index):
        assert index is False
        text = io.StringIO()
        table = csv.DictWriter(text, list(self.rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(self.rows)
        return text.getvalue()

    def groupby(self, column):
        return Groups(self.rows, column)


class Groups:
    def __init__(self, rows, column, value=None):
        self.rows, self.column, self.value = rows, column, value

    def __getitem__(self, value):
        return Groups(self.rows, self.column, value)

    def mean(self):
        groups = {}
        for row in self.rows:
            groups.setdefault(row[self.column], []).append(float(row[self.value]))
        return "\n".join(f"{name} {sum(scores) / len(scores)}" for name, scores in sorted(groups.items()))


def read_csv(file):
    return DataFrame(list(csv.DictReader(file)))
