import Link from "next/link";
import type { SampleDetail } from "@/lib/domain/sample-detail";
import { decimals, signed } from "../charts/format";
import { cn } from "../ui/cn";

interface SiblingsProps {
  sample: SampleDetail;
  criterion: { id: string; name: string };
  judge: string | null;
  hrefOf: (sampleId: string) => string;
}

const shown = (value: number) => decimals(value, Number.isInteger(value) ? 0 : 1);
const cell = "py-1.5 pl-3 text-right tabular-nums";

/** The other outputs for the same input, with the people's median and the judge's score of one criterion. */
export function SiblingTable({ sample, criterion, judge, hrefOf }: SiblingsProps) {
  if (sample.siblings.length < 2) return null;
  return (
    <section aria-label={`Same ${sample.task.inputName}`}>
      <h2 className="mb-2 text-label font-medium text-soft">
        Same {sample.task.inputName}, “{criterion.name}”
      </h2>
      <table className="w-full text-small">
        <thead>
          <tr className="border-b text-label text-soft">
            <th scope="col" className="py-1.5 text-left font-normal first-letter:uppercase">
              {sample.task.outputName} by
            </th>
            <th scope="col" className={`${cell} font-normal`}>
              people’s median
            </th>
            {judge !== null && (
              <>
                <th scope="col" className={`${cell} font-normal`}>
                  {judge}
                </th>
                <th scope="col" className={`${cell} font-normal`}>
                  difference
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {sample.siblings.map(({ id, number, system, systemB, scores }) => {
            const of = scores.find(({ criterionId }) => criterionId === criterion.id);
            const people = of?.people ?? null;
            const judged = judge === null ? null : (of?.judges[judge] ?? null);
            const name = [system ?? `sample ${number}`, ...(systemB === null ? [] : [systemB])].join(" / ");
            const own = id === sample.id;
            return (
              <tr key={id} className={cn("border-b", own && "bg-accent-soft font-medium")}>
                <th scope="row" className="py-1.5 text-left font-[inherit] wrap-anywhere">
                  {own ? (
                    name
                  ) : (
                    <Link className="rounded-mark text-accent underline-offset-2 hover:underline" href={hrefOf(id)}>
                      {name}
                    </Link>
                  )}
                </th>
                <td className={cell}>{people === null ? "–" : shown(people)}</td>
                {judge !== null && (
                  <>
                    <td className={cell}>{judged === null ? "–" : shown(judged)}</td>
                    <td className={cell}>
                      {people === null || judged === null ? "–" : signed(judged - people, Number.isInteger(judged - people) ? 0 : 1)}
                    </td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
