"use client";

import { useState } from "react";
import type { PlanCandidate } from "@/lib/domain/study-plan";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";

interface PeopleDialogProps {
  people: readonly PlanCandidate[];
  named: readonly string[];
  onChoose: (named: string[]) => void;
  onClose: () => void;
}

/** Names the people who have a place of their own in the study. */
export function PeopleDialog({ people, named, onChoose, onClose }: PeopleDialogProps) {
  // People who have left the project since can no longer be named.
  const [chosen, setChosen] = useState(() => named.filter((userId) => people.some((one) => one.userId === userId)));
  const sorted = [...people].sort((a, b) => Number(b.role === "annotator") - Number(a.role === "annotator"));
  const toggle = (userId: string, on: boolean) => setChosen((now) => (on ? [...now, userId] : now.filter((one) => one !== userId)));
  const choose = () => {
    onChoose([...chosen]);
    onClose();
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="primary" onClick={choose}>
        {chosen.length === 0 ? "Name nobody" : `Name ${figuresOf(chosen.length, "person", "people")}`}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Who takes part"
        description="People named here have a place of their own. The other places go to whichever annotators begin first."
        footer={footer}
        width="narrow"
      >
        {sorted.length === 0 && <EmptyState title="The project has no members yet">Invite annotators under People.</EmptyState>}
        <ul className="flex flex-col gap-1">
          {sorted.map(({ userId, name, role }) => (
            <li key={userId}>
              <label htmlFor={`named-${userId}`} className="flex items-center gap-2.5 rounded-mark px-2 py-1.5 hover:bg-sunken">
                <Checkbox id={`named-${userId}`} checked={chosen.includes(userId)} onCheckedChange={(on) => toggle(userId, on === true)} />
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                {role !== "annotator" && <span className="text-small text-soft">{role}</span>}
              </label>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
