"use client";

import { useState } from "react";
import type { PersonalTerms, PlanCandidate } from "@/lib/domain/study-plan";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { PersonalFields } from "./personal-fields";

interface PeopleDialogProps {
  people: readonly PlanCandidate[];
  named: readonly string[];
  personal: readonly PersonalTerms[];
  onChoose: (named: string[], personal: PersonalTerms[]) => void;
  onClose: () => void;
}

/** Names the people who have a place of their own in the study, with limits and samples of their own. */
export function PeopleDialog({ people, named, personal, onChoose, onClose }: PeopleDialogProps) {
  // People who have left the project since can no longer be named.
  const [chosen, setChosen] = useState(() => named.filter((userId) => people.some((one) => one.userId === userId)));
  const [terms, setTerms] = useState(() => new Map(personal.map((one) => [one.userId, one])));
  const sorted = [...people].sort((a, b) => Number(b.role === "annotator") - Number(a.role === "annotator"));
  const toggle = (userId: string, on: boolean) => setChosen((now) => (on ? [...now, userId] : now.filter((one) => one !== userId)));
  const termsOf = (userId: string): PersonalTerms => terms.get(userId) ?? { userId, maxRatings: null, samples: [] };
  const choose = () => {
    const own = chosen.map(termsOf).filter(({ maxRatings, samples }) => maxRatings !== null || samples.length > 0);
    onChoose([...chosen], own);
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
        description="People named here have a place of their own, and may have a limit and samples of their own. The other places go to whichever annotators begin first."
        footer={footer}
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
              {chosen.includes(userId) && (
                <PersonalFields
                  name={name}
                  terms={termsOf(userId)}
                  onChange={(next) => setTerms((now) => new Map(now).set(userId, next))}
                />
              )}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
