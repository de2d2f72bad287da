import { onDemand } from "@/components/ui/on-demand";
import type { Desk } from "./commands";

const Thread = onDemand(() => import("@/components/discussion/thread").then((file) => file.Thread));

/** The comments on a unit beside its draft, once there are any or the work is submitted. */
export function UnitComments({ desk: { opened, view } }: { desk: Desk }) {
  if (opened.comments === 0 && opened.editable && opened.status !== "submitted") return null;
  return (
    <section aria-label="Comments" className="mt-6 border-t px-3 pt-4">
      <h2 className="mb-2 text-label text-soft">Comments</h2>
      <Thread
        on="assignment"
        id={opened.id}
        place={{ criterionId: view.criterion.id, name: view.criterion.name }}
        missing={<p className="text-small text-soft">The comments cannot be loaded without a connection.</p>}
      />
    </section>
  );
}
