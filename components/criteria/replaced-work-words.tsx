import type { ReplacedWork } from "@/lib/domain/criteria-round";
import { figuresOf } from "../charts/format";

/** What becomes of the work under the version in use when a new one is published. */
export function ReplacedWorkWords({ work }: { work: ReplacedWork | null }) {
  if (work === null) return null;
  const { version, open, submitted } = work;
  if (open + submitted === 0) return <>Nothing was done under version {version} yet.</>;
  return (
    <>
      {submitted > 0 &&
        `${figuresOf(submitted, "submitted assignment")} of version ${version} ${submitted === 1 ? "stays as it is" : "stay as they are"}: in reports and tables until work is submitted under the new version, and always in the JSON Lines export. `}
      {open > 0 && `${figuresOf(open, "open assignment")} of version ${version} can still be finished under it; nobody gets new ones. `}
      Every sample starts again under the new version.
    </>
  );
}
