import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { captionOf } from "./caption";
import type { PanelTable, Provenance, TableFigure } from "./panel-table";
import { toCsv } from "./to-csv";
import { latexText, toLatex } from "./to-latex";
import { markdownText, toMarkdown } from "./to-markdown";

const from: Provenance = {
  task: "Explanations & more",
  arms: "drafted",
  level: "ordinal",
  selection: ["Without 1 excluded person"],
  computedAt: "2026-11-22T23:30:00.000Z",
  dataVersion: "9f8e",
  software: "Redline 0.1.0",
};

const two = (value: number) => value.toFixed(2).replace("-", "−");
const figure = (value: number, low: number, high: number, n: number): TableFigure => ({
  ...{ value, why: null, n, whyNoInterval: null },
  interval: { low, high, confidence: 0.95, method: "bca", resamples: 2000, seed: 7 },
});
const missing: TableFigure = {
  ...{ value: null, n: 12, interval: null, whyNoInterval: null },
  why: { code: "no-variation", sentence: "Every rating is the same." },
};
const bare: TableFigure = {
  ...{ value: 0.7251234567890124, why: null, n: 13, interval: null },
  whyNoInterval: { code: "too-few", sentence: "There are too few inputs for an interval." },
};

const table: PanelTable = {
  title: "Agreement",
  about: "People and the judge",
  labels: ["Criterion"],
  columns: [{ head: "alpha", figure: "alpha", format: two }, { head: "tau-b", figure: "kendall-tau-b", format: two }, { head: "verdict" }],
  rows: [
    { labels: ["Clear"], cells: [figure(0.1 + 0.2, -0.123456789012345, 0.41, 60), bare, "cannot tell yet"] },
    { labels: ["True"], cells: [missing, null, "not defined"] },
  ],
  n: "ratings",
  notes: ["People are read first."],
};

const named = (name: string): PanelTable => ({
  title: name,
  labels: ["Criterion"],
  columns: [{ head: name, figure: "alpha", format: two }],
  rows: [{ labels: [name], cells: [figure(0.5, 0.25, 0.75, 9)] }],
});

const awkward = [
  "50 % & $5 #1 {x}_y~z^2 \\end <b>",
  'a | pipe, "quoted", `code` *star*',
  "=SUM(A1:A9)",
  "שלום עולם | %",
  "line\r\nbreak\u2028end",
  "f\ff\ttab\u0007bell",
];

test("a table that the report's filters do not narrow names neither them nor the report's arms, but what narrows it", async () => {
  const said = async (selection: readonly string[]) => {
    const own = { ...table, selection };
    const [row] = parse<Record<string, string>>(await toCsv([own], from), { bom: true, columns: true });
    return [captionOf(own, from), row?.arms, row?.selection];
  };
  const [caption, arms, selection] = await said([]);
  expect(caption).toContain("Task “Explanations & more”. Data of");
  expect([arms, selection]).toEqual(["", ""]);
  const [ofJudge, , judgeAlone] = await said(["Only judge gpt"]);
  expect(ofJudge).toContain("Task “Explanations & more”. Only judge gpt. Data of");
  expect(judgeAlone).toBe("Only judge gpt");
  expect(captionOf(table, from)).toContain("Task “Explanations & more”; arm: drafted. Without 1 excluded person. Data of");
});

describe("CSV", () => {
  const read = async (tables: PanelTable[]) => parse<Record<string, string>>(await toCsv(tables, from), { bom: true, columns: true });

  test("each figure is a row with its full value, interval, method, resamples, seed, n, reason and where it comes from", async () => {
    const rows = await read([table]);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      ...{ table: "Agreement", Criterion: "Clear", measure: "alpha", value: "0.30000000000000004", why_undefined: "", n: "60" },
      ...{ n_counts: "ratings", low: "-0.123456789012345", high: "0.41", why_no_interval: "" },
      ...{ confidence: "0.95", method: "bca", resamples: "2000", seed: "7" },
      ...{ task: "Explanations & more", arms: "drafted", level_of_measurement: "ordinal", selection: "Without 1 excluded person" },
      ...{ data_of: "2026-11-22T23:30:00.000Z", data_version: "9f8e", software: "Redline 0.1.0" },
      ...{ about: "People and the judge", notes: "People are read first." },
    });
    expect(rows[1]).toMatchObject({ measure: "tau-b", value: "0.7251234567890124", n: "13", low: "", why_no_interval: "too-few" });
    expect(rows[2]).toMatchObject({ measure: "verdict", value: "cannot tell yet", n: "", n_counts: "" });
    expect(rows[3]).toMatchObject({ Criterion: "True", measure: "alpha", value: "", why_undefined: "no-variation", n: "12" });
    expect(rows[4]).toMatchObject({ measure: "verdict", value: "not defined" });
  });

  test("tables with other labels are set one under the other, each under its own", async () => {
    const rows = await read([table, { ...named("x"), labels: ["System"] }]);
    expect(rows[0]).toMatchObject({ Criterion: "Clear", System: "" });
    expect(rows[5]).toMatchObject({ Criterion: "", System: "x", measure: "x" });
  });

  test("arms are a column's, else a row's, else a table's, else the report's; so are levels", async () => {
    const [first, second] = table.columns;
    const columns = [
      { ...first, head: "alpha", arms: "all" },
      { ...second, head: "tau-b" },
    ];
    const rows = [
      { labels: ["Clear"], cells: [bare, bare], arms: "first", level: "nominal" },
      { labels: ["True"], cells: [bare, bare] },
    ];
    const shown = async (own: object) =>
      (await read([{ ...table, columns, rows, ...own }])).map(({ arms, level_of_measurement: level }) => [arms, level]);
    expect(await shown({ arms: "blind", level: "interval" })).toEqual([
      ["all", "nominal"],
      ["first", "nominal"],
      ["all", "interval"],
      ["blind", "interval"],
    ]);
    expect((await shown({})).at(-1)).toEqual(["drafted", "ordinal"]);
  });

  test("n says what it counts: what its column says, else its row, else the table", async () => {
    const [first, second] = table.columns;
    const columns = [
      { ...first, head: "alpha", n: "pairs" },
      { ...second, head: "tau-b" },
    ];
    const [byRow] = await read([{ ...table, columns, rows: [{ labels: ["Clear"], n: "systems", cells: [bare, bare] }] }]).then((all) =>
      all.slice(1),
    );
    expect(byRow).toMatchObject({ measure: "tau-b", n_counts: "systems" });
    const counts = (await read([{ ...table, columns }])).map(({ measure, n_counts: counted }) => [measure, counted]);
    expect(counts).toEqual([
      ["alpha", "pairs"],
      ["tau-b", "ratings"],
      ["alpha", "pairs"],
    ]);
    expect(toMarkdown([{ ...table, columns }], from)).toContain("| n (pairs / ratings) |");
  });

  test.each(awkward)("keeps %j, and no spreadsheet runs it", async (name) => {
    const [row] = await read([named(name)]);
    expect(row?.measure).toBe(name.startsWith("=") ? `'${name}` : name);
    expect(row?.Criterion).toBe(row?.measure);
  });
});

describe("Markdown", () => {
  test("figures have two decimals and their interval, n is a column, and a missing one has a note", () => {
    expect(toMarkdown([table], from).split("\n")).toEqual([
      "**Agreement. People and the judge. Level of measurement: ordinal. Intervals: 95 % BCa bootstrap (2,000 resamples, seed 7). n = 12 to 60 ratings. Task “Explanations &amp; more”; arm: drafted. Without 1 excluded person. Data of 22 November 2026, version 9f8e; Redline 0.1.0.**",
      "",
      "| Criterion | alpha | tau-b | verdict | n (ratings) |",
      "| --- | ---: | ---: | ---: | ---: |",
      "| Clear | 0.30 \\[−0.12, 0.41\\] | 0.73 (1) | cannot tell yet | 60 / 13 |",
      "| True | – (2) |  | not defined | 12 |",
      "",
      "1. There are too few inputs for an interval.",
      "2. Every rating is the same.",
      "",
      "People are read first.",
      "",
    ]);
  });

  test("names are text: none of their characters is markup, and a row stays a row", () => {
    expect(awkward.map(markdownText)).toEqual([
      "50 % &amp; \\$5 #1 \\{x\\}\\_y\\~z\\^2 \\\\end &lt;b\\>",
      'a \\| pipe, "quoted", \\`code\\` \\*star\\*',
      "=SUM(A1:A9)",
      "שלום עולם \\| %",
      "line break end",
      "f f tab bell",
    ]);
    expect(markdownText("- not a list")).toBe("\\- not a list");
    expect(markdownText("*J* @knuth1984 $x$ a--b... H~2~O^+^")).toBe("\\*J\\* \\@knuth1984 \\$x\\$ a\\--b\\.\\.. H\\~2\\~O\\^+\\^");
    expect(markdownText("evil\u202egnp.exe\u2067")).toBe("evilgnp.exe");
    for (const name of awkward) {
      const lines = toMarkdown([named(name)], from)
        .split("\n")
        .filter((line) => line.startsWith("|"));
      expect(lines.map((line) => line.replaceAll("\\|", "").split("|").length)).toEqual([5, 5, 5]);
    }
  });
});

describe("LaTeX", () => {
  test("is a booktabs table with caption, label, notes and figures to two decimals", () => {
    expect(toLatex([table], from).split("\n")).toEqual([
      "% Needs \\usepackage{booktabs}",
      "\\begin{table}",
      "  \\centering",
      "  \\caption{Agreement. People and the judge. Level of measurement: ordinal. Intervals: 95 \\% BCa bootstrap (2,000 resamples, seed 7). n = 12 to 60 ratings. Task ``Explanations \\& more''; arm: drafted. Without 1 excluded person. Data of 22 November 2026, version 9f8e; Redline 0.1.0.}",
      "  \\label{tab:agreement}",
      "  \\begin{tabular}{lrrrr}",
      "    \\toprule",
      "    Criterion & alpha & tau-b & verdict & n (ratings) \\\\",
      "    \\midrule",
      "    Clear & 0.30 [$-$0.12, 0.41] & 0.73\\textsuperscript{1} & cannot tell yet & 60 / 13 \\\\",
      "    True & --\\textsuperscript{2} &  & not defined & 12 \\\\",
      "    \\bottomrule",
      "  \\end{tabular}",
      "  \\par\\smallskip\\footnotesize \\textsuperscript{1} There are too few inputs for an interval. \\textsuperscript{2} Every rating is the same. People are read first.",
      "\\end{table}",
      "",
    ]);
  });

  test("names are text: none of their characters is a command, and every row has its columns", () => {
    expect(awkward.map(latexText)).toEqual([
      "50 \\% \\& \\$5 \\#1 \\{x\\}\\_y\\textasciitilde{}z\\textasciicircum{}2 \\textbackslash{}end \\textless{}b\\textgreater{}",
      "a \\textbar{} pipe, \\char34{}quoted\\char34{}, `code` *star*",
      "=SUM(A1:A9)",
      "שלום עולם \\textbar{} \\%",
      "line break end",
      "f f tab bell",
    ]);
    for (const name of awkward) {
      const rows = toLatex([named(name)], from)
        .split("\n")
        .filter((line) => line.endsWith("\\\\"));
      expect(rows.map((row) => row.split(/(?<!\\)&/u).length)).toEqual([3, 3]);
    }
  });

  test("a cell that begins with a bracket is not read as an option of the line above", () => {
    expect(toLatex([named("[draft]")], from)).toContain("    {}[draft] & ");
  });

  test.each(["שלום", "best🙂", "q\u0303", "∮", "⇒", "Đà", "ę", "→ and ⇒", "¼", "ﬁ", "α"])(
    "says that %j needs another engine than pdfLaTeX",
    (name) => {
      expect(toLatex([named(name)], from)).toMatch(/^% pdfLaTeX lacks some characters .*LuaLaTeX or XeLaTeX/mu);
    },
  );

  test.each([
    ["Größe, naïve, Łódź, Œuvre, Čapek", "Größe, naïve, Łódź, Œuvre, Čapek"],
    ["e\u0301tude²", "étude\\textsuperscript{2}"],
    ["→best ≠ ± 5°", "$\\rightarrow$best $\\neq$ $\\pm$ 5$^\\circ$"],
    ["it’s “so”…", "it's ``so''\\ldots{}"],
  ])("says nothing of engines of %j, which pdfLaTeX knows", (name, written) => {
    const text = toLatex([named(name)], from);
    expect(text).toContain(`    ${written} & `);
    expect(text).not.toContain("pdfLaTeX");
  });

  test("what TeX would set as one other sign stays what it is", () => {
    expect(latexText("a--b ---c ?`x !`y ``z'' ,,w")).toBe("a-{}-b -{}-{}-c ?{}`x !{}`y `{}`z'{}' ,{},w");
    expect(latexText("–- “` ‘‘ don’t’’")).toBe("--{}- ``{}` `{}` don't'{}'");
    expect(latexText("– — “x” ?x -x")).toBe("-- --- ``x'' ?x -x");
  });

  test("a table named in no letters still has a label", () => {
    expect(toLatex([named("שלום")], from)).toContain("\\label{tab:report}");
  });
});

describe("what text shows", () => {
  const columns: PanelTable["columns"] = [
    { head: "a", figure: "alpha", format: two },
    { head: "b", figure: "alpha" },
  ];
  const bareTable = (cells: PanelTable["rows"][number]["cells"][], more: Partial<PanelTable> = {}): PanelTable => ({
    ...{ title: "T", labels: ["x"], columns, rows: cells.map((own, at) => ({ labels: [`row ${at}`], cells: own })) },
    ...more,
  });
  const rowsOf = (shown: PanelTable) =>
    toMarkdown([shown], from)
      .split("\n")
      .filter((line) => line.startsWith("|"));

  test("one reason has one note, whichever cells it is of, and a figure without one was not computed", () => {
    const lines = toMarkdown(
      [
        bareTable([
          [missing, bare],
          [missing, { ...missing, why: null }],
        ]),
      ],
      from,
    ).split("\n");
    expect(lines.filter((line) => line.startsWith("| row"))).toEqual([
      "| row 0 | – (1) | 0.7251234567890124 (2) | 12 / 13 |",
      "| row 1 | – (1) | – (3) | 12 |",
    ]);
    expect(lines.filter((line) => /^\d/u.test(line))).toEqual([
      "1. Every rating is the same.",
      "2. There are too few inputs for an interval.",
      "3. It was not computed.",
    ]);
  });

  test("n has a column where any figure has one, in words where it has words, and says nothing of what it does not count", () => {
    expect(
      rowsOf(
        bareTable([
          ["word", null],
          [
            { ...bare, n: "3 of 4" },
            { ...bare, n: null },
          ],
        ]),
      ),
    ).toEqual([
      "| x | a | b | n |",
      "| --- | ---: | ---: | ---: |",
      "| row 0 | word |  |  |",
      "| row 1 | 0.73 (1) | 0.7251234567890124 (1) | 3 of 4 |",
    ]);
    expect(rowsOf(bareTable([[{ ...bare, n: null }, "word"]]))[0]).toBe("| x | a | b |");
    const counted = [
      { ...columns[0], head: "a", n: "pairs" },
      { ...columns[1], head: "b", n: "systems" },
    ];
    expect(
      rowsOf(
        bareTable(
          [
            [
              { ...bare, n: 1200 },
              { ...bare, n: null },
            ],
          ],
          { columns: counted },
        ),
      )[0],
    ).toBe("| x | a | b | n (pairs) |");
    expect(
      rowsOf(
        bareTable([
          [
            { ...bare, n: 1200 },
            { ...bare, n: 1200 },
          ],
        ]),
      )[2],
    ).toContain("| 1,200 |");
  });

  test("several tables follow each other, without notes where there are none", () => {
    const plain = bareTable([["one", "two"]]);
    const [single, both] = [toMarkdown([plain], from), toMarkdown([plain, plain], from)];
    expect(both).toBe(`${single}\n${single}`);
    expect(single.split("\n").slice(-4)).toEqual(["| --- | ---: | ---: |", "| row 0 | one | two |", "", ""]);
    const latex = toLatex([{ ...plain, title: "Agreement by system" }], from);
    expect(latex.split("\n").slice(-4)).toEqual(["    \\bottomrule", "  \\end{tabular}", "\\end{table}", ""]);
    expect(latex).toContain("\\label{tab:agreement-by-system}");
    expect(toLatex([plain, plain], from)).toContain("\\end{table}\n\n\\begin{table}");
    expect(latexText("evil\u202egnp")).toBe("evilgnp");
  });

  test("CSV joins what was selected and remarked, and gives n no meaning where there is none", async () => {
    const shown = bareTable(
      [
        [
          { ...bare, n: null },
          { ...missing, whyNoInterval: { code: "stale", sentence: "" } },
        ],
      ],
      { n: "units", notes: ["One.", "Two."] },
    );
    const text = await toCsv([shown], { ...from, selection: ["Only alpha", "Without 1 person"] });
    expect(parse<Record<string, string>>(text, { bom: true, columns: true })).toMatchObject([
      { n: "", n_counts: "", selection: "Only alpha; Without 1 person", notes: "One. Two.", why_no_interval: "too-few" },
      { n: "12", n_counts: "units", why_undefined: "no-variation", why_no_interval: "" },
    ]);
  });
});
