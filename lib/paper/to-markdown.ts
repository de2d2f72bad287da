import { captionOf } from "./caption";
import type { PanelTable, Provenance } from "./panel-table";
import { tableText } from "./table-text";

/** A panel's tables as Markdown, each with its caption and notes. */
export const toMarkdown = (tables: readonly PanelTable[], from: Provenance): string =>
  tables.map((table) => oneTable(table, from)).join("\n");

function oneTable(table: PanelTable, from: Provenance): string {
  const { heads, labels, rows, notes, remarks } = tableText(table);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `**${markdownText(captionOf(table, from))}**`,
    "",
    line(heads.map(markdownText)),
    line(heads.map((_, index) => (index < labels ? "---" : "---:"))),
    ...rows.map((row) => line(row.map(({ text, note }) => `${markdownText(text)}${note === null ? "" : ` (${note})`}`))),
    "",
    ...notes.map((note, index) => `${index + 1}. ${markdownText(note)}`),
    ...(remarks.length === 0 ? [] : ["", ...remarks.map(markdownText)]),
    "",
  ].join("\n");
}

/** Characters that turn the direction of everything after them, unless they are closed. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Text without line breaks and other control characters, which programs that typeset it may take for commands. */
export const onOneLine = (text: string): string => text.replace(directionMarks, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** Text inside a cell or a sentence of Markdown: on one line, and nothing in it is markup, nor a citation, maths or a dash of Pandoc's. */
export const markdownText = (text: string): string =>
  onOneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[\\`*_{}[\]>|~^$@]|-(?=-)|\.(?=\.)/gu, "\\$&")
    .replace(/^[#+-]/u, "\\$&");
