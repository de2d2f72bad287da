import type { Participation } from "@/lib/domain/participation";
import { count } from "../charts/format";
import { Moment } from "../ui/moment";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

const outcomeWords = { completed: "completed", declined: "declined consent", "screened-out": "failed the exam" } as const;

/** Who came through a participation link. */
export function ParticipantTable({ participants }: { participants: Participation["participants"] }) {
  return (
    <Table label="People who came through the link">
      <TableHead>
        <TableRow>
          <HeaderCell>Service's id</HeaderCell>
          <HeaderCell>code in exports</HeaderCell>
          <HeaderCell>came</HeaderCell>
          <HeaderCell>outcome</HeaderCell>
          <HeaderCell numeric>submitted</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {participants.map(({ externalId, code, joinedAt, outcome, ratings, submitted }) => (
          <TableRow key={externalId}>
            <Cell className="wrap-anywhere">{externalId}</Cell>
            <Cell>{code}</Cell>
            <Cell className="whitespace-nowrap">
              <Moment at={joinedAt} />
            </Cell>
            <Cell>{outcome === null ? <span className="text-soft">not finished</span> : outcomeWords[outcome]}</Cell>
            <Cell numeric>
              {count(submitted)} of {count(ratings)}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
