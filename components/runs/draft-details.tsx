import type { DraftDetails as Details } from "@/lib/domain/draft-details";
import { foundParts } from "./details-of-draft";

interface DraftDetailsProps {
  details: Details;
  /** Whether the draft's score is a preference between two outputs. */
  ofPairs: boolean;
}

/** The protocol's intermediate results, collapsed; renders nothing if they only repeat the draft. */
export function DraftDetails({ details, ofPairs }: DraftDetailsProps) {
  const parts = foundParts(details, ofPairs);
  if (parts.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit text-small text-soft hover:text-ink">Details</summary>
      <dl className="mt-2 flex max-w-prose flex-col gap-3 border-s ps-3 text-small">
        {parts.map(({ name, said, text, list }) => (
          <div key={name}>
            <dt className="text-label font-medium text-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {said}
              {/* Focusable, so that it can be scrolled by keyboard. */}
              {text !== undefined && (
                <div className="manuscript mt-1 max-h-48 overflow-auto rounded-control bg-sunken p-2" tabIndex={0}>
                  {text}
                </div>
              )}
              {list && (
                <ul className="list-disc ps-4">
                  {list.map((line) => (
                    <li key={`${line.text} ${line.note}`}>
                      {line.text} <span className="text-soft">({line.note})</span>
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
