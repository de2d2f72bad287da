-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN     "idle_after_ms" INTEGER;
