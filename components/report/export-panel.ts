import { captionOf } from "@/lib/paper/caption";
import type { PanelTable, Provenance } from "@/lib/paper/panel-table";
import { toCsv } from "@/lib/paper/to-csv";
import { toLatex } from "@/lib/paper/to-latex";
import { toMarkdown } from "@/lib/paper/to-markdown";
import { panelImage, pngOf } from "../charts/panel-image";

const exportFormats = ["SVG", "PNG", "CSV", "LaTeX", "Markdown"] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface Exported {
  title: string;
  tables: readonly PanelTable[];
  from: Provenance;
  /** What is shown, for pictures. */
  part: HTMLElement;
}

const types = {
  SVG: { ending: "svg", mime: "image/svg+xml" },
  PNG: { ending: "png", mime: "image/png" },
  CSV: { ending: "csv", mime: "text/csv" },
  LaTeX: { ending: "tex", mime: "application/x-tex" },
  Markdown: { ending: "md", mime: "text/markdown" },
} as const;

/** A panel in one of the formats: text, or a picture. */
async function contentOf(format: ExportFormat, { title, tables, from, part }: Exported): Promise<string | Blob> {
  if (format === "CSV") return toCsv(tables, from);
  if (format === "LaTeX") return toLatex(tables, from);
  if (format === "Markdown") return toMarkdown(tables, from);
  const image = await panelImage(part, { title, caption: tables.map((table) => captionOf(table, from)).join(" ") });
  return format === "SVG" ? image.svg : pngOf(image);
}

/** Saves a panel as a file named after task and panel. */
export async function savePanel(format: ExportFormat, exported: Exported): Promise<void> {
  const { ending, mime } = types[format];
  const content = await contentOf(format, exported);
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${`${exported.from.task} ${exported.title}`.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim()}.${ending}`;
  link.click();
  // A browser starts the download after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A panel's table as text for the clipboard. */
export const panelAsText = (format: "LaTeX" | "Markdown", { tables, from }: Omit<Exported, "part">): string =>
  format === "LaTeX" ? toLatex(tables, from) : toMarkdown(tables, from);
