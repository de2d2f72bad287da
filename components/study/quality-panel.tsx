"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { StudyQuality } from "@/lib/domain/study-quality";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { checkWords, driftWords, retestWords, shareWords } from "./quality-words";

type Person = StudyQuality["people"][number];

/** What can be seen of each person; those of which there is nothing are left out. */
const columns: { title: string; has: (one: StudyQuality["pooled"]) => boolean; of: (one: StudyQuality["pooled"]) => string }[] = [
  { title: "known answers met", has: ({ gold }) => gold.n > 0, of: ({ gold }) => shareWords(gold) },
  { title: "attention checks", has: ({ checks }) => checks > 0, of: checkWords },
  { title: "planted drafts caught", has: ({ caught }) => caught.n > 0, of: ({ caught }) => shareWords(caught) },
  { title: "repeats", has: ({ retest }) => retest.n > 0, of: ({ retest }) => retestWords(retest) },
];

/** How carefully people work in a study, each beside their own intervals: no ranking. */
export function QualityPanel({ taskId }: { taskId: string }) {
  const quality = useQuery(endpointQuery("readStudyQuality", { params: { taskId } }));
  return (
    <Panel
      title="Quality"
      description="From submitted work: samples with known answers, attention checks, planted drafts, repeats, and change over time against the others. Ratings of planted drafts and known answers are in no figure of the report, but for how often planted drafts were caught. Intervals are at 95 %."
    >
      {quality.isError ? (
        <ErrorState title="The figures could not be loaded" error={quality.error} onRetry={() => void quality.refetch()} />
      ) : quality.data === undefined ? (
        <SkeletonRows label="Loading the figures" rows={3} />
      ) : quality.data === null || quality.data.people.length === 0 ? (
        <p className="text-small text-soft">Nobody has submitted anything yet.</p>
      ) : (
        <Figures quality={quality.data} />
      )}
    </Panel>
  );
}

function Figures({ quality: { people, pooled } }: { quality: StudyQuality }) {
  const shown = columns.filter(({ has }) => has(pooled));
  return (
    <Table label="Quality of each person's work" className="text-small">
      <TableHead>
        <TableRow>
          <HeaderCell>Person</HeaderCell>
          {shown.map(({ title }) => (
            <HeaderCell key={title}>{title}</HeaderCell>
          ))}
          <HeaderCell>change over time</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.annotatorId}>
            <Cell className="min-w-28 wrap-anywhere">{person.label}</Cell>
            {shown.map(({ title, of }) => (
              <Cell key={title} className="min-w-36">
                {of(person)}
              </Cell>
            ))}
            <Cell className="min-w-44">{drift(person)}</Cell>
          </TableRow>
        ))}
        {shown.length > 0 && (
          <TableRow className="font-medium">
            <Cell>All</Cell>
            {shown.map(({ title, of }) => (
              <Cell key={title}>{of(pooled)}</Cell>
            ))}
            <Cell />
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

const drift = (person: Person): string =>
  person.goldDrift.n === 0
    ? driftWords(person.drift)
    : `against others: ${driftWords(person.drift)}; against known answers: ${driftWords(person.goldDrift)}`;
