"use client";

import { Copy, Download } from "lucide-react";
import { type RefObject, useState } from "react";
import type { PanelTable, Provenance } from "@/lib/paper/panel-table";
import { buttonLook } from "../ui/button";
import { Menu, MenuItem, MenuLine } from "../ui/menu";
import { toast } from "../ui/toast";
import type { ExportFormat } from "./export-panel";

interface ExportMenuProps {
  title: string;
  tables: readonly PanelTable[];
  from: Provenance;
  part: RefObject<HTMLElement | null>;
}

// The code that draws and writes is fetched when something is exported.
const exporting = () => import("./export-panel");

/** Saves a panel as picture, data or text, or copies its table. */
export function ExportMenu({ title, tables, from, part }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const perform = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(`${title} could not be exported. ${error instanceof Error ? error.message : ""}`);
    } finally {
      setBusy(false);
    }
  };
  const save = (format: ExportFormat) => async () => {
    if (part.current === null) return;
    await (await exporting()).savePanel(format, { title, tables, from, part: part.current });
  };
  const copy = (format: "LaTeX" | "Markdown") => async () => {
    await navigator.clipboard.writeText((await exporting()).panelAsText(format, { title, tables, from }));
    toast(`${format} copied`);
  };
  return (
    <Menu label={busy ? "Exporting…" : "Export"} className={buttonLook({ variant: "quiet", size: "small" })} aria-label={`Export ${title}`}>
      {(["SVG", "PNG", "CSV", "LaTeX", "Markdown"] as const).map((format) => (
        <MenuItem key={format} onSelect={() => void perform(save(format))}>
          <Download aria-hidden />
          {format}
        </MenuItem>
      ))}
      <MenuLine />
      {(["LaTeX", "Markdown"] as const).map((format) => (
        <MenuItem key={format} onSelect={() => void perform(copy(format))}>
          <Copy aria-hidden />
          Copy {format}
        </MenuItem>
      ))}
    </Menu>
  );
}
