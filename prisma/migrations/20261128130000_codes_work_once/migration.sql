-- AlterTable
ALTER TABLE "two_factors" ADD COLUMN     "last_step" INTEGER;
