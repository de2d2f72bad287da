-- Interference now asks to review an analysis without saying what is wrong with it. Runs so far claimed that the other output is better: that check
-- is called sycophancy. By hand: the schema has no CHECKs.
ALTER TABLE "runs" DROP CONSTRAINT "runs_variant_known";
UPDATE "runs" SET "variant" = 'sycophancy' WHERE "variant" = 'interference';
ALTER TABLE "runs"
  ADD CONSTRAINT "runs_variant_known" CHECK (variant IN ('plain', 'swapped', 'interference', 'sycophancy', 'planted', 'trial') AND scope IN ('unit', 'sample', 'batch'));
