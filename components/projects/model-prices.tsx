"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type ModelPrice, modelPriceContent } from "@/lib/domain/model-price";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { toast } from "../ui/toast";

/** The installation's price table. Its administrators edit it in place; everybody else can read it. */
export function ModelPrices() {
  const prices = useQuery(endpointQuery("listModelPrices", {}));
  const session = useQuery(sessionQuery());
  const editable = session.data?.user.instanceAdmin ?? false;
  const rows = prices.data?.items ?? [];
  return (
    <Panel
      className="mt-4"
      title="Model prices"
      description="US dollars per million tokens, for all projects. A name also covers every model whose name starts with it, unless a longer name matches. A judge's own price takes precedence, and a run keeps the prices it was started with."
    >
      {prices.isPending && <Skeleton className="h-16" />}
      {prices.isError && <ErrorState title="The prices could not be loaded" error={prices.error} onRetry={() => void prices.refetch()} />}
      {prices.isSuccess && rows.length === 0 && (
        <p className="mb-3 text-small text-soft">
          No prices yet, so runs cannot say what they cost{editable ? "." : "; an administrator of this installation can enter them."}
        </p>
      )}
      {prices.isSuccess && editable && <EditablePrices prices={rows} />}
      {prices.isSuccess && !editable && rows.length > 0 && <ReadPrices prices={rows} />}
    </Panel>
  );
}

const ReadPrices = ({ prices }: { prices: ModelPrice[] }) => (
  <Table label="Prices of models">
    <TableHead>
      <tr>
        <HeaderCell>Model</HeaderCell>
        <HeaderCell numeric>In</HeaderCell>
        <HeaderCell numeric>Out</HeaderCell>
        <HeaderCell>Set</HeaderCell>
      </tr>
    </TableHead>
    <TableBody>
      {prices.map((price) => (
        <TableRow key={price.model}>
          <Cell className="min-w-28 font-mono text-small wrap-anywhere">{price.model}</Cell>
          <Cell numeric>{price.inputPriceUsd}</Cell>
          <Cell numeric>{price.outputPriceUsd}</Cell>
          <Cell className="text-small text-soft">
            <Moment short at={price.updatedAt} />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const columns = "sm:grid-cols-[minmax(0,1fr)_7rem_7rem_10rem]";

function EditablePrices({ prices }: { prices: ModelPrice[] }) {
  return (
    <>
      <div aria-hidden className={`hidden gap-3 pb-2 text-label font-medium text-soft sm:grid ${columns}`}>
        <span>Model</span>
        <span className="text-right">In</span>
        <span className="text-right">Out</span>
      </div>
      <ul aria-label="Prices of models" className="divide-y border-y">
        {prices.map((price) => (
          <EditableRow key={price.model} price={price} />
        ))}
        <EditableRow price={null} />
      </ul>
    </>
  );
}

/** An empty price is invalid, not zero. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

/** Null for the row that adds a new price. */
function EditableRow({ price }: { price: ModelPrice | null }) {
  const save = useEndpointMutation("saveModelPrice", { refresh: ["listModelPrices"] });
  const remove = useEndpointMutation("removeModelPrice", { refresh: ["listModelPrices"] });
  const start = { model: price?.model ?? "", input: price?.inputPriceUsd.toString() ?? "", output: price?.outputPriceUsd.toString() ?? "" };
  const [typed, setTyped] = useState(start);
  const name = price?.model ?? "a new model";
  const read = modelPriceContent.safeParse({ inputPriceUsd: numberOf(typed.input), outputPriceUsd: numberOf(typed.output) });
  const isChanged = read.data?.inputPriceUsd !== price?.inputPriceUsd || read.data?.outputPriceUsd !== price?.outputPriceUsd;
  const problem = save.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!read.success || typed.model.trim() === "") return;
    const onSuccess = () => {
      toast("Price saved");
      // Clear the row for the next new price.
      if (price === null) setTyped(start);
    };
    save.mutate({ params: { model: typed.model.trim() }, body: read.data }, { onSuccess });
  };
  return (
    <li>
      <form onSubmit={submit} className={`grid grid-cols-2 items-center gap-x-3 gap-y-2 py-2.5 ${columns}`} noValidate>
        <div className="col-span-2 min-w-0 font-mono text-small wrap-anywhere sm:col-span-1">
          {price === null ? (
            <Input
              aria-label="Model, or how its name begins"
              placeholder="Model, or how its name begins"
              value={typed.model}
              onChange={(event) => setTyped({ ...typed, model: event.target.value })}
            />
          ) : (
            price.model
          )}
        </div>
        <Price label="In" name={name} value={typed.input} onChange={(input) => setTyped({ ...typed, input })} />
        <Price label="Out" name={name} value={typed.output} onChange={(output) => setTyped({ ...typed, output })} />
        <div className="col-span-2 flex gap-2 sm:col-span-1">
          <Button size="small" type="submit" busy={save.isPending} disabled={!read.success || !isChanged || typed.model.trim() === ""}>
            {price === null ? "Add price" : "Save"}
          </Button>
          {price !== null && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Remove the price of ${price.model}`}
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { model: price.model } })}
            >
              Remove{" "}
            </Button>
          )}
        </div>
      </form>
      {problem && <FieldError>{problem.message}</FieldError>}
    </li>
  );
}

interface PriceProps {
  label: "In" | "Out";
  /** The model it belongs to. */
  name: string;
  value: string;
  onChange: (value: string) => void;
}

function Price({ label, name, value, onChange }: PriceProps) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-label text-soft sm:hidden">
        {label}
      </span>
      <Input
        aria-label={`Price ${label.toLowerCase()} of ${name}`}
        inputMode="decimal"
        className="text-right"
        aria-invalid={value !== "" && !(numberOf(value) >= 0)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
