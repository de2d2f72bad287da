// CoEval's study in its published size, replayed by invented people on the production build: `npm run replay`. Fails if a figure of the report is not
// the one that the script knows.
import { isDeepStrictEqual } from "node:util";
import { disconnect } from "@/lib/db/client";
import { compareReplay } from "@/lib/testing/replay/compare";
import { wholeStudy } from "@/lib/testing/replay/invented-people";
import { replayStudy } from "@/lib/testing/replay/replay-study";
import { startProduct } from "../e2e/support/server.mjs";
import { conclude } from "./support/conclude";

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});
try {
  const begun = performance.now();
  const replay = await replayStudy((_, request) => fetch(request), product.url, wholeStudy);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `${wholeStudy.annotators} annotators, ${wholeStudy.samples} samples, ${wholeStudy.criteria} criteria, 3 arms, 3 experts: ${replay.known.length} ratings in ${seconds} s`,
  );
  const different: string[] = [];
  for (const { what, expected, found } of compareReplay(replay, wholeStudy)) {
    const isEqual = isDeepStrictEqual(JSON.parse(JSON.stringify(expected)), JSON.parse(JSON.stringify(found ?? null)));
    if (!isEqual) different.push(what);
    console.log(
      `${isEqual ? "equal    " : "DIFFERENT"} ${what}: ${JSON.stringify(expected)}${isEqual ? "" : ` but ${JSON.stringify(found)}`}`,
    );
  }
  conclude(different);
} finally {
  await disconnect();
  await product.stop();
}
