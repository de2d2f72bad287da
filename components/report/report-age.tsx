import type { DatedReport } from "@/lib/domain/report";
import { ageInWords } from "./age-in-words";

/** That newer ratings are not in the figures yet; nothing while they are. */
export function ReportAge({ computed, now = new Date() }: { computed: DatedReport["computed"]; now?: Date }) {
  if (computed.current) return null;
  return (
    <p role="status" className="w-full text-small text-soft">
      {ageInWords(computed, now)}
    </p>
  );
}
