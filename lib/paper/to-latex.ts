import { captionOf } from "./caption";
import type { PanelTable, Provenance } from "./panel-table";
import { type TableText, tableText } from "./table-text";
import { onOneLine } from "./to-markdown";

/** A panel's tables as LaTeX with booktabs rules, each with its caption, notes and label. */
export function toLatex(tables: readonly PanelTable[], from: Provenance): string {
  const text = tables.map((table) => oneTable(table, from)).join("\n");
  return `% Needs \\usepackage{booktabs}\n${engineNote(text)}${text}`;
}

/** A comment where pdfLaTeX does not know all characters of a text in LaTeX. */
export const engineNote = (text: string): string =>
  beyondPdfLatex.test(text)
    ? "% pdfLaTeX lacks some characters of this text: compile with LuaLaTeX or XeLaTeX and a font that has them.\n"
    : "";

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

/** What is written otherwise: characters that are commands, and signs for which pdfLaTeX has a name but, in its first encoding, no definition. */
const specials: Readonly<Record<string, string>> = {
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
  "‘": "`",
  "’": "'",
  "‐": "-",
  "‑": "-",
  "–": "--",
  "—": "---",
  "−": "$-$",
  "\u00a0": "~",
  "\u00ad": "\\-",
  "\u2009": "\\,",
  "\u202f": "\\,",
  "…": "\\ldots{}",
  "•": "\\textbullet{}",
  "§": "\\S{}",
  "©": "\\copyright{}",
  "¡": "\\textexclamdown{}",
  "¿": "\\textquestiondown{}",
  "°": "$^\\circ$",
  "¹": "\\textsuperscript{1}",
  "²": "\\textsuperscript{2}",
  "³": "\\textsuperscript{3}",
  µ: "$\\mu$",
  "·": "$\\cdot$",
  "±": "$\\pm$",
  "×": "$\\times$",
  "÷": "$\\div$",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "≠": "$\\neq$",
  "≈": "$\\approx$",
  "∞": "$\\infty$",
  "←": "$\\leftarrow$",
  "→": "$\\rightarrow$",
  "↔": "$\\leftrightarrow$",
};

/** What is left and pdfLaTeX does not know: all but ASCII, and those letters of Latin-1 and Latin Extended-A that it composes in its first encoding. */
const beyondPdfLatex = /[^\n -~À-ž]|[ÐÞðþĐđĄąĘęĮįŲųĦħĲĳĸĿŀŉŊŋŦŧ×÷]/u;

/** Pairs of characters that fonts of TeX set as one other. */
const ligatures = /^(?:--|``|''|,,|[?!]`)$/u;

/** Text in LaTeX: on one line, and nothing in it is a command or a dash or quotation mark that it does not have. */
export function latexText(text: string): string {
  let written = "";
  for (const character of onOneLine(text).normalize("NFC")) {
    const next = specials[character] ?? character;
    written += `${ligatures.test(`${written.slice(-1)}${next[0]}`) ? "{}" : ""}${next}`;
  }
  return written;
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
