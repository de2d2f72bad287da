"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";

/** Reopens the sample, or leaves it for another. */
export function WaysOn({ desk }: { desk: Desk }) {
  return (
    <div className="flex flex-wrap gap-2">
      <CommandButton command={{ ...command("reopen"), available: () => true }} desk={desk} />
      <Button asChild size="small">
        <Link href={`/projects/${desk.opened.project.id}/annotate`}>Your tasks</Link>
      </Button>
    </div>
  );
}
