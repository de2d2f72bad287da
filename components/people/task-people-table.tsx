"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskPeople, TaskPerson } from "@/lib/domain/task-person";
import { count, decimals, duration, figuresOf, intervalText, percent, percentRange } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { intervalWhySentence, whySentence } from "../words/why";
import { changedByExclusion } from "./exclude-dialog";
import { type Order, type SortColumn, sortedPeople } from "./sorted-people";

/** Under so many shared ratings a figure says little about a person. */
const few = 20;

interface TaskPeopleTableProps {
  people: TaskPeople;
  onExclude: (person: TaskPerson) => void;
}

/** One row a person. It sorts by name, amount of work and last visit, never by pace, cost or agreement. */
export function TaskPeopleTable({ people, onExclude }: TaskPeopleTableProps) {
  const [order, setOrder] = useState<Order>({ by: "label", descending: false });
  const sort = (by: SortColumn, label: string, numeric = false) => (
    <SortHeader by={by} label={label} numeric={numeric} order={order} onChange={setOrder} />
  );
  return (
    <div>
      <Table label="What each annotator has done">
        <TableHead>
          <TableRow>
            {sort("label", people.byCode ? "Code" : "Name")}
            {sort("submitted", "submitted", true)}
            <HeaderCell numeric>per active hour</HeaderCell>
            <HeaderCell numeric>active time</HeaderCell>
            {sort("lastActiveAt", "last seen", true)}
            {people.pay && <HeaderCell numeric>cost</HeaderCell>}
            <HeaderCell numeric>agreement with the others</HeaderCell>
            <HeaderCell numeric>draft kept</HeaderCell>
            <HeaderCell numeric>flags</HeaderCell>
            <HeaderCell numeric>returned</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sortedPeople(people.items, order).map((person) => (
            <PersonRow key={person.annotatorId} person={person} pay={people.pay} onExclude={onExclude} />
          ))}
        </TableBody>
      </Table>
      <Explained people={people} />
    </div>
  );
}

function SortHeader(props: { by: SortColumn; label: string; numeric: boolean; order: Order; onChange: (order: Order) => void }) {
  const { by, label, numeric, order, onChange } = props;
  const chosen = order.by === by;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <HeaderCell numeric={numeric} aria-sort={chosen ? (order.descending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        className="inline-flex items-center gap-1 rounded-mark hover:text-ink"
        onClick={() => onChange({ by, descending: chosen ? !order.descending : by !== "label" })}
      >
        {label}
        {chosen && <Arrow aria-hidden className="size-3" />}
      </button>
    </HeaderCell>
  );
}

function PersonRow({
  person,
  pay,
  onExclude,
}: {
  person: TaskPerson;
  pay: TaskPeople["pay"];
  onExclude: TaskPeopleTableProps["onExclude"];
}) {
  const { open, skipped, submitted, perHour, timedSamples, activeMs, cost } = person;
  const unsubmitted = [open > 0 && `${count(open)} open`, skipped > 0 && `${count(skipped)} skipped`].filter(Boolean).join(", ");
  return (
    <TableRow>
      <Cell className="min-w-44 wrap-anywhere">
        <span className="font-medium">{person.label}</span>{" "}
        {person.name !== null && person.name !== person.label && <span className="text-soft">{person.name} </span>}
        {!person.hasAccount && <Badge tone="quiet">no account</Badge>}
        <Exclusions person={person} />
      </Cell>
      <Cell numeric>
        {count(submitted)}
        {unsubmitted && <Under>{unsubmitted}</Under>}
      </Cell>
      <Cell numeric>
        {perHour === null ? <span className="text-soft">not timed</span> : decimals(perHour, 1)}
        {perHour !== null && timedSamples < submitted && <Under>from {count(timedSamples)}</Under>}
      </Cell>
      <Cell numeric>{activeMs === 0 ? <span className="text-soft">–</span> : duration(activeMs / 1000)}</Cell>
      <Cell numeric>{person.lastActiveAt === null ? "–" : <Moment at={person.lastActiveAt} />}</Cell>
      {pay && <Cell numeric>{cost === null ? "–" : `${pay.currency} ${decimals(cost)}`}</Cell>}
      <Cell numeric>
        <Agreement agreement={person.agreement} />
      </Cell>
      <Cell numeric>
        <Kept kept={person.kept} />
      </Cell>
      <Cell numeric>{count(person.flagged)}</Cell>
      <Cell numeric>{count(person.returned)}</Cell>
      <Cell className="text-right">
        {person.exclusions.length === 0 && (
          <Button size="small" onClick={() => onExclude(person)}>
            Exclude<span className="sr-only"> {person.label}</span>
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}

const Under = ({ children }: { children: React.ReactNode }) => <span className="block text-label text-soft">{children}</span>;

function Agreement({ agreement }: { agreement: TaskPerson["agreement"] }) {
  const { value, why, interval, intervalWhy, units } = agreement;
  if (value === null) {
    return (
      <span className="text-soft" title={whySentence(why)}>
        –<span className="sr-only">{whySentence(why)}</span>
      </span>
    );
  }
  return (
    <>
      {decimals(value)}
      <Under>{interval ? intervalText(interval) : <span title={intervalWhySentence(intervalWhy)}>no interval</span>}</Under>
      <Under>
        {figuresOf(units, "shared rating")}
        {units < few && ": few"}
      </Under>
    </>
  );
}

function Kept({ kept }: { kept: TaskPerson["kept"] }) {
  if (kept.value === null) return <span className="text-soft">–</span>;
  return (
    <>
      {percent(kept.value)}
      {kept.interval && <Under>{percentRange(kept.interval)}</Under>}
      <Under>{figuresOf(kept.n, "line")}</Under>
    </>
  );
}

/** Why a person is excluded, since when, and the way back. */
function Exclusions({ person }: { person: TaskPerson }) {
  const lift = useEndpointMutation("liftExclusion", { refresh: changedByExclusion });
  return (
    <>
      {person.exclusions.map(({ id, taskId, reason, excludedAt, excludedBy }) => (
        <div key={id} className="mt-1.5 rounded-mark bg-caution-soft px-2.5 py-1.5 text-small text-caution">
          <p>
            Excluded from {taskId === null ? "the project" : "this task"}: {reason}
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label">
            <span>
              {excludedBy !== null && `${excludedBy}, `}
              <Moment at={excludedAt} short />
            </span>
            <Button size="small" busy={lift.isPending} onClick={() => lift.mutate({ params: { exclusionId: id } })}>
              Lift<span className="sr-only"> the exclusion of {person.label}</span>
            </Button>
          </p>
        </div>
      ))}
      {lift.isError && <FieldError>{lift.error.message}</FieldError>}
    </>
  );
}

/** How the figures are made; a reader must not take them for more. */
function Explained({ people }: { people: TaskPeople }) {
  return (
    <ul className="mt-3 flex max-w-[80ch] flex-col gap-1 text-label text-soft">
      <li>
        Agreement with the others: Krippendorff's alpha, {people.level}, between the person and each other person on the same rating, as the
        mean over the criteria, with a 95 % jackknife interval over inputs. Under {few} shared ratings it says little about a person.
        {people.level === "ordinal" && " Criteria with labels have no order and are left out."} Excluded people do not count among the
        others.
      </li>
      <li>Draft kept: lines of drafts accepted unchanged, of those accepted, revised or removed; interval clustered by input.</li>
      <li>
        Active time counts input only; the rate counts submitted samples whose every criterion is timed.
        {people.pay && ` Cost is active time at ${people.pay.currency} ${decimals(people.pay.perHour)} an hour, the plan's pay.`}
      </li>
      {people.byCode && (
        <li>The study promised codes, so figures, reports and exports name people by code; only admins see names beside them.</li>
      )}
    </ul>
  );
}
