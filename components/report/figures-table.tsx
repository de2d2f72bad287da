"use client";

import { useState } from "react";
import type { PanelTable } from "@/lib/paper/panel-table";
import { tableText } from "@/lib/paper/table-text";
import { Explained } from "../words/explained";
import { columnKeys } from "./column-keys";

/** The figures behind a chart as tables, a key press away: value, interval and n of each, and why one is missing. */
export function FiguresTable({ tables }: { tables: readonly PanelTable[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-3" data-screen-only onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 text-small text-soft hover:text-ink">Figures as a table</summary>
      {open && tables.map((table) => <OneTable key={table.title} table={table} />)}
    </details>
  );
}

const head = "py-2 pl-4 align-bottom text-label font-medium text-soft first:pl-0";

function OneTable({ table }: { table: PanelTable }) {
  const { heads, labels, rows, notes, remarks } = tableText(table);
  const keys = columnKeys(heads);
  return (
    <>
      <section className="relative mt-2 overflow-x-auto" aria-label={`${table.title}, as a table`} tabIndex={0}>
        <table className="w-full text-small">
          <caption className="sr-only">{table.title}</caption>
          <thead>
            <tr className="border-line border-b">
              {heads.map((name, index) => {
                const figure = table.columns[index - labels]?.figure;
                return (
                  <th key={keys[index]} scope="col" className={`${head} ${index < labels ? "text-left" : "text-right"}`}>
                    {figure ? <Explained figure={figure}>{name}</Explained> : name}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows stay in their places, and two may have the same name
              <tr key={line} className="border-line border-t first:border-t-0">
                {row.map(({ text, note }, index) => {
                  const isName = index < labels;
                  const Cell = isName ? "th" : "td";
                  return (
                    <Cell
                      key={keys[index]}
                      scope={isName ? "row" : undefined}
                      className={`py-1.5 pl-4 align-top font-normal first:pl-0 ${isName ? "text-left wrap-anywhere" : "text-right whitespace-nowrap tabular-nums"}`}
                    >
                      {text}
                      {note !== null && <sup className="ml-px">{note}</sup>}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ol className="mt-1 text-label text-soft">
        {notes.map((note, index) => (
          <li key={note}>
            <sup className="mr-1">{index + 1}</sup>
            {note}
          </li>
        ))}
      </ol>
      {remarks.map((remark) => (
        <p key={remark} className="text-label text-soft">
          {remark}
        </p>
      ))}
    </>
  );
}
