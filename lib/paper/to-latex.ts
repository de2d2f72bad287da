import { captionOf } from "./caption";
import type { PanelTable, Provenance } from "./panel-table";
import { type TableText, tableText } from "./table-text";
import { directionMarks, lineBreaks } from "./to-markdown";

/** A panel's tables as LaTeX with booktabs rules, each with its caption, notes and label. */
export function toLatex(tables: readonly PanelTable[], from: Provenance): string {
  const text = tables.map((table) => oneTable(table, from)).join("\n");
  const other = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);
  const engine = other ? "% Some names are not in Latin script: compile with LuaLaTeX or XeLaTeX and a font that has it.\n" : "";
  return `% Needs \\usepackage{booktabs}\n${engine}${text}`;
}

function oneTable(table: PanelTable, from: Provenance): string {
  const { heads, labels, rows, notes, remarks } = tableText(table);
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  const under = [...notes.map((note, index) => `${mark(index + 1)} ${latexText(note)}`), ...remarks.map(latexText)];
  return [
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${latexText(captionOf(table, from))}}`,
    `  \\label{tab:${slug(table.title)}}`,
    `  \\begin{tabular}{${heads.map((_, index) => (index < labels ? "l" : "r")).join("")}}`,
    "    \\toprule",
    line(heads.map(latexText)),
    "    \\midrule",
    ...rows.map((row) => line(row.map(latexCell))),
    "    \\bottomrule",
    "  \\end{tabular}",
    ...(under.length === 0 ? [] : [`  \\par\\smallskip\\footnotesize ${under.join(" ")}`]),
    "\\end{table}",
    "",
  ].join("\n");
}

const mark = (note: number) => `\\textsuperscript{${note}}`;

// A bracket after the end of the line above would be read as its optional argument.
function latexCell({ text, note }: TableText["rows"][number][number]): string {
  const cell = latexText(text);
  return `${/^[[*]/u.test(cell) ? "{}" : ""}${cell}${note === null ? "" : mark(note)}`;
}

const specials: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\char34{}",
  "“": "``",
  "”": "''",
  "–": "--",
  "−": "$-$",
  "\u00a0": "~",
  "…": "\\ldots{}",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "×": "$\\times$",
};

/** Text in LaTeX: on one line, and nothing in it is a command. */
export function latexText(text: string): string {
  const oneLine = text.replace(directionMarks, "").replace(lineBreaks, " ");
  return oneLine.replace(/[\\{}$&#%_~^<>|"“”–−…≥≤×\u00a0]/gu, (character) => specials[character] ?? character);
}

/** A label of letters, digits and hyphens. */
function slug(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  return words.join("-") || "report";
}
