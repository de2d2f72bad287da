"use client";

import Link from "next/link";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { CalibrationPlace } from "@/lib/domain/calibration";

/** Says that a sample is part of a calibration round, and leads to the comparison once there is one. */
export function CalibrationNotice({ opened, place }: { opened: OpenedAssignment; place: CalibrationPlace }) {
  const { round, number, of, instructions, closed } = place;
  const submitted = opened.status === "submitted";
  const compare = closed && submitted && (
    <Button asChild size="small">
      <Link href={`/projects/${opened.project.id}/calibration/${opened.task.id}/${round}`}>Compare</Link>
    </Button>
  );
  return (
    <Banner tone="accent" className="rounded-none" action={compare}>
      Calibration round {round}, sample {number} of {of}.{" "}
      {submitted
        ? "It is submitted and cannot be changed."
        : "Rate it alone: others rate it too, and you compare and discuss once the round is closed."}
      {instructions !== "" && !submitted && (
        <details>
          <summary className="w-fit rounded-mark text-accent">Instructions</summary>
          <Markdown text={instructions} className="max-w-measure" />
        </details>
      )}
    </Banner>
  );
}
