import type { AuditEvent } from "@/lib/domain/audit";
import { verbWords } from "@/lib/domain/audit-words";
import { Moment } from "../ui/moment";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** One event: who did what to what, when, the old and new values, and whatever else was noted. */
export function AuditEventItem({ event }: { event: AuditEvent }) {
  const { who, verb, at, target, targetKind, details } = event;
  const { before, after, ...rest } = details;
  const changed = isObject(before) || isObject(after);
  const notes = Object.entries(changed ? rest : details).filter(([name, value]) => isTelling(name, value) && value !== target);
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 grow basis-80">
        <p className="text-body wrap-anywhere">
          <span className="font-medium">{who ?? "A former member"}</span> {verbWords(verb)}
          {target !== null && <>: {target}</>}
          {target === null && targetKind !== null && <span className="sr-only"> ({targetKind})</span>}
        </p>
        {changed && <Changes before={isObject(before) ? before : {}} after={isObject(after) ? after : {}} />}
        {notes.length > 0 && (
          <p className="text-small wrap-anywhere text-soft">
            {notes.map(([name, value]) => `${fieldName(name)}: ${textOf(value)}`).join(" · ")}
          </p>
        )}
      </div>
      <Moment at={at} className="text-small whitespace-nowrap text-soft" />
    </li>
  );
}

/** Ids are for programs, and are in the exports. */
const isTelling = (name: string, value: unknown) => isGiven(value) && !/Id$/.test(name) && !(Array.isArray(value) && value.length === 0);

/** Each field that changed: the old value struck, the new one underlined. */
function Changes({ before, after }: { before: Values; after: Values }) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 text-small max-sm:grid-cols-1">
      {fields.map((field) => (
        <div key={field} className="contents">
          <dt className="text-soft">{fieldName(field)}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {isGiven(before[field]) && (
              <>
                <span className="sr-only">old: </span>
                <del className="rounded-mark bg-removed-soft px-0.5 text-removed">{textOf(before[field])}</del>{" "}
              </>
            )}
            {isGiven(after[field]) && (
              <>
                <span className="sr-only">new: </span>
                <ins className="rounded-mark bg-inserted-soft px-0.5 text-inserted">{textOf(after[field])}</ins>
              </>
            )}
            {!isGiven(after[field]) && <span className="text-soft">none</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== "";

/** "annotatorsPerSample" as "annotators per sample". */
const fieldName = (name: string) => name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

const longest = 300;

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
