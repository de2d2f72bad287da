-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "may_accept_rest" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "actions" DROP CONSTRAINT "actions_kind_known";
ALTER TABLE "actions" ADD CONSTRAINT "actions_kind_known" CHECK (kind IN ('accept', 'accept-rest', 'revise', 'remove', 'add', 'set-score', 'undo'));
