-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN     "also_acceptable" DOUBLE PRECISION[] NOT NULL DEFAULT ARRAY[]::DOUBLE PRECISION[];

-- By hand: the stored kinds satisfied a shorter list, so the table is not read again while it is locked.
ALTER TABLE "actions" DROP CONSTRAINT "actions_kind_known";
ALTER TABLE "actions" ADD CONSTRAINT "actions_kind_known" CHECK (kind IN ('accept', 'accept-rest', 'revise', 'remove', 'add', 'set-score', 'allow', 'disallow', 'undo')) NOT VALID;
