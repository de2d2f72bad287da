import "server-only";
import { Command } from "commander";
import { modelPriceContent } from "@/lib/domain/model-price";
import { listModelPrices } from "@/lib/workflows/list-model-prices";
import { removeModelPrice } from "@/lib/workflows/remove-model-price";
import { saveModelPrice } from "@/lib/workflows/save-model-price";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { readNumber } from "./read-number";

/** `redline judge price …`: prices of models, for judges without their own. */
export const judgePriceCommand = (): Command =>
  new Command("price")
    .description("prices of models, in US dollars per million tokens; a judge's own price takes precedence")
    .addCommand(setCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());

const setCommand = (): Command =>
  new Command("set")
    .description("set the price of a model, or of all models whose names start with this")
    .argument("<model>")
    .requiredOption("--input <usd>", "per million tokens read", readNumber)
    .requiredOption("--output <usd>", "per million tokens written", readNumber)
    .option("--json", "print one JSON document")
    .action(async (model: string, options: { input: number; output: number; json?: true }) => {
      const content = modelPriceContent.safeParse({ inputPriceUsd: options.input, outputPriceUsd: options.output });
      if (!content.success)
        throw new UsageError(content.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
      const price = await saveModelPrice(await localActor(), { model, ...content.data });
      if (options.json) printJson(price);
      else print(`${price.model} costs ${price.inputPriceUsd} in and ${price.outputPriceUsd} out`);
    });

const listCommand = (): Command =>
  new Command("list")
    .description("list the prices")
    .option("--json", "print one JSON document")
    .action(async (options: { json?: true }) => {
      const { items } = await listModelPrices(await localActor());
      if (options.json) return printJson({ items });
      for (const { model, inputPriceUsd, outputPriceUsd } of items) print([model, inputPriceUsd, outputPriceUsd].join("\t"));
    });

const removeCommand = (): Command =>
  new Command("remove")
    .description("remove a price")
    .argument("<model>")
    .option("--json", "print one JSON document")
    .action(async (model: string, options: { json?: true }) => {
      const done = await removeModelPrice(await localActor(), { model });
      if (options.json) printJson(done);
      else print(`the price of ${model} is removed`);
    });
