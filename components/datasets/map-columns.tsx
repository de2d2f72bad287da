"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ImportSummary } from "@/lib/domain/import";
import { knownColumns } from "@/lib/domain/import-columns";
import type { FoundColumns, ImportMapping } from "@/lib/domain/import-mapping";
import { shortened } from "../charts/format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { type ColumnUse, mappingOf, usesOf } from "./column-uses";

const uses = [
  { value: "metadata" as ColumnUse, label: "Kept as metadata" },
  { value: "rating" as ColumnUse, label: "Holds ratings" },
  ...knownColumns.map((field) => ({ value: field as ColumnUse, label: field })),
];

/** A staged table's columns beside Redline's fields: another choice reads the file again, and can be kept under a name. */
export function MapColumns({ projectId, summary, found }: { projectId: string; summary: ImportSummary; found: FoundColumns }) {
  const [chosen, setChosen] = useState(() => usesOf(found));
  const [per, setPer] = useState(found.mapping.ratings?.per ?? "rater");
  const [name, setName] = useState("");
  const saved = useQuery(endpointQuery("listImportMappings", { params: { projectId } }));
  const map = useEndpointMutation("mapImport", { refresh: ["getImport", "listImportMappings"] });
  const read = (mapping: ImportMapping) =>
    map.mutate({ params: { importId: summary.id }, body: { mapping, ...(name.trim() !== "" && { saveAs: name.trim() }) } });
  const rows = [...chosen.keys()].map((column) => ({ column, example: found.columns.find((one) => one.name === column)?.example ?? "" }));
  const options = (saved.data?.items ?? []).map((one) => ({ value: one.name, label: one.name }));
  return (
    <section className="flex flex-col gap-3" aria-label="Columns">
      <h2 className="text-title">Columns</h2>
      <Table label={`The columns of ${found.file}`} className="max-h-96">
        <TableHead>
          <TableRow>
            <HeaderCell>Column in the file</HeaderCell>
            <HeaderCell className="w-1/2">For example</HeaderCell>
            <HeaderCell>Read as</HeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ column, example }) => (
            <TableRow key={column}>
              <Cell className="max-w-64 wrap-anywhere">{shortened(column, 80)}</Cell>
              <Cell className="max-w-80 text-small text-soft">
                <span className="line-clamp-2 wrap-anywhere">{example}</span>
              </Cell>
              <Cell className="min-w-44">
                <Select
                  aria-label={`Read ${column} as`}
                  value={chosen.get(column) ?? "metadata"}
                  onValueChange={(use) => setChosen(withUse(chosen, column, use))}
                  options={uses}
                />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap items-end gap-3">
        {[...chosen.values()].includes("rating") && (
          <Field label="Each column of ratings is">
            {(control) => (
              <Select
                {...control}
                value={per}
                onValueChange={setPer}
                options={[
                  { value: "rater", label: "one rater's" },
                  { value: "criterion", label: "one criterion's" },
                ]}
              />
            )}
          </Field>
        )}
        <Field label="Remember as" hint="Optional: for the next file of this kind.">
          {(control) => <Input {...control} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Button busy={map.isPending} onClick={() => read(mappingOf(chosen, per))}>
          Read the file again
        </Button>
        {options.length > 0 && (
          <Field label="Or use a remembered mapping">
            {(control) => (
              <Select
                {...control}
                value={undefined}
                placeholder="Choose one"
                disabled={map.isPending}
                options={options}
                onValueChange={(kept) => {
                  const mapping = saved.data?.items.find((one) => one.name === kept)?.mapping;
                  if (mapping) read(mapping);
                }}
              />
            )}
          </Field>
        )}
      </div>
      {map.isError && <ErrorState title="The file was not read again" error={map.error} />}
    </section>
  );
}

/** A field has one column: the one that had it before becomes metadata. */
function withUse(chosen: ReadonlyMap<string, ColumnUse>, column: string, use: ColumnUse): Map<string, ColumnUse> {
  const shared = use === "metadata" || use === "rating";
  return new Map([...chosen].map(([name, before]) => [name, name === column ? use : before === use && !shared ? "metadata" : before]));
}
