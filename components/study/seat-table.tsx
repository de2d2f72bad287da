"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { PlanSeat, StudyPlan } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

/** Everybody's place in a study with its progress; while it runs, a person's part can be ended. */
export function SeatTable({ taskId, plan }: { taskId: string; plan: StudyPlan }) {
  const [leaving, setLeaving] = useState<PlanSeat | null>(null);
  const asksConsent = plan.content.consent !== "";
  const isRunning = plan.status === "running";
  return (
    <>
      <Table label="People in the study">
        <TableHead>
          <TableRow>
            <HeaderCell>Person</HeaderCell>
            {asksConsent && <HeaderCell>consent</HeaderCell>}
            <HeaderCell numeric>ratings</HeaderCell>
            <HeaderCell numeric>begun</HeaderCell>
            <HeaderCell numeric>submitted</HeaderCell>
            {isRunning && (
              <HeaderCell>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {plan.seats.map((seat) => (
            <TableRow key={seat.id}>
              <Cell className="min-w-36 wrap-anywhere">
                {seat.label ?? <span className="text-soft">{unheld(seat, isRunning)}</span>}{" "}
                {seat.name !== null && seat.name !== seat.label && <span className="text-soft">{seat.name}</span>}{" "}
                {seat.leftAt !== null && (
                  <Badge tone="caution" className="whitespace-nowrap">
                    left <Moment short at={seat.leftAt} />
                  </Badge>
                )}
              </Cell>
              {asksConsent && (
                <Cell className="whitespace-nowrap">
                  {seat.consentedAt === null ? <span className="text-soft">not yet</span> : <Moment at={seat.consentedAt} />}
                </Cell>
              )}
              <Cell numeric>{count(seat.ratings)}</Cell>
              <Cell numeric>{count(seat.begun)}</Cell>
              <Cell numeric>{count(seat.submitted)}</Cell>
              {isRunning && (
                <Cell numeric>
                  {seat.leftAt === null && (
                    <Button size="small" aria-label={`End the part of ${nameOf(seat)}`} onClick={() => setLeaving(seat)}>
                      End their part
                    </Button>
                  )}
                </Cell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {leaving !== null && <EndPartDialog taskId={taskId} seat={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

const unheld = ({ position, leftAt }: PlanSeat, isRunning: boolean) =>
  isRunning && leftAt === null ? `Place ${position + 1}, open` : `Place ${position + 1}, nobody`;
const nameOf = (seat: PlanSeat) => seat.label ?? `place ${seat.position + 1}`;

function EndPartDialog({ taskId, seat, onClose }: { taskId: string; seat: PlanSeat; onClose: () => void }) {
  const leave = useEndpointMutation("endParticipation", { refresh: ["listTaskPlans", "listTasks"] });
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={leave.isPending}>Cancel</Button>
      </DialogClose>
      <Button
        variant="destroy"
        busy={leave.isPending}
        onClick={() => leave.mutate({ params: { taskId, seatId: seat.id } }, { onSuccess: onClose })}
      >
        End their part
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`End the part of ${nameOf(seat)}?`} footer={footer} width="narrow">
        <p className="text-body">
          {figuresOf(seat.ratings - seat.begun, "rating")} not begun {seat.ratings - seat.begun === 1 ? "goes" : "go"} to the others once
          they have finished their own. What is open or submitted stays. This cannot be undone.
        </p>
        {leave.isError && <FieldError>{leave.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}
