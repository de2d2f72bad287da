-- Each plan numbers a sample's ratings from 0, as the queue does: under the same criteria, numbers of an earlier plan or of the queue were taken for good,
-- and the people of the next plan were given nothing.
DROP INDEX "assignments_slot_once";
CREATE UNIQUE INDEX "assignments_slot_once" ON "assignments" (sample_id, criteria_set_id, slot, plan_id) NULLS NOT DISTINCT WHERE slot IS NOT NULL;
