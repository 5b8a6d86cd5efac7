import { type ReactNode, useState } from 'react';
import { Badge } from '../badge.tsx';
import { Banner } from '../banner.tsx';
import { Bar } from '../bar.tsx';
import { BinPlate } from '../bin-plate.tsx';
import { Button, IconButton } from '../button.tsx';
import { Chip } from '../chip.tsx';
import { Combobox } from '../combobox.tsx';
import { CopyButton } from '../copy-button.tsx';
import { DateText } from '../date-text.tsx';
import { Dialog } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { showFailure } from '../failure.ts';
import { Field, Select, TextArea, TextField } from '../field.tsx';
import { GarmentTile } from '../garment-tile.tsx';
import { Icon } from '../icon.tsx';
import { type IconName, iconPaths } from '../icon-paths.ts';
import { Menu } from '../menu.tsx';
import { Money } from '../money.tsx';
import { ProgressBadges } from '../progress-badges.tsx';
import { QtyStepper } from '../qty-stepper.tsx';
import { SaveState } from '../save-state.tsx';
import { SearchInput } from '../search-input.tsx';
import { Segments } from '../segments.tsx';
import { Sheet } from '../sheet.tsx';
import { SkeletonText } from '../skeleton.tsx';
import { StatusBar } from '../status-bar.tsx';
import { Swatch } from '../swatch.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { Tick } from '../tick.tsx';
import { toast } from '../toast.ts';
import { Tooltip } from '../tooltip.tsx';
import { useConfirm } from '../use-confirm.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { stages } from './orders.ts';

/** A polo in a colour, like the demo's pictures: enough to show a tile. */
const polo = (colour: string, seam: string): { url: string }[] => [
  {
    url: `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><g fill="${colour}" stroke="${seam}" stroke-width="1.6" stroke-linejoin="round"><path d="M35 13 17 21 5 43l15 7 5-8v43h46V42l5 8 15-7-12-22-18-8c-4 7-22 7-26 0Z"/><path fill="none" d="M9.5 36.5 23 43M86.500 36.500 73 43M25 80h46M48 28v17M44 28v17h8V28"/><path d="M35 13 48 28 61 13l-4-4H39Z"/></g></svg>`,
    )}`,
  },
];

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card">
    <header>
      <h2>{title}</h2>
    </header>
    <div className="in-card grid gap-3 justify-items-start">{children}</div>
  </section>
);

const colours = [
  'canvas',
  'surface',
  'sunken',
  'tile',
  'line',
  'line-firm',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-tint',
  'data',
  'data-2',
  'warn',
  'warn-tint',
  'done',
  'done-tint',
  'wrong',
  'wrong-tint',
];

interface Client {
  id: number;
  name: string;
}
const clients: Client[] = ['Northgate Facilities', 'Harbour Care', 'Northern Rail Catering', 'Harbourside Hotels', 'Castle Security'].map(
  (name, id) => ({ id, name }),
);

/** Every part in its states. */
export function PartsSample() {
  const [count, setCount] = useState(2);
  const [client, setClient] = useState<Client | null>(null);
  const [tab, setTab] = useState('prep');
  const [stage, setStage] = useState('all');
  const [po, setPo] = useState('PO 88240');
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const { ask, dialog } = useConfirm();
  const [dirty, setDirty] = useState(false);
  useUnsavedGuard(dirty);
  return (
    <div className="showcase">
      <Section title="Colours">
        <ul className="flex flex-wrap gap-2">
          {colours.map((name) => (
            <li key={name} style={{ width: 84 }}>
              <div className="well" style={{ height: 32, border: '1px solid var(--line)', background: `var(--${name})` }} />
              <p className="small sub">{name}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Buttons">
        <div className="line flex-wrap">
          <Button look="primary">Submit</Button>
          <Button>Plain</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="danger">Decline</Button>
        </div>
        <div className="line flex-wrap">
          <Button look="destroy">Delete order</Button>
          <Button disabled>Disabled</Button>
          <Button look="primary" busy busyText="Saving…">
            Save
          </Button>
          <Button size="sm">Small</Button>
        </div>
        <div className="line flex-wrap">
          <IconButton icon="print" label="Print" look="plain" />
          <Menu
            items={[
              { label: 'Print', icon: 'print', onSelect: () => toast('Printed') },
              { label: 'Send back', icon: 'retry', onSelect: () => undefined },
              'line',
              { label: 'Cancel Order', icon: 'x', danger: true, disabled: 'Already picked', onSelect: () => undefined },
            ]}
          >
            <IconButton icon="more" label="More" look="plain" />
          </Menu>
          <button type="button" className="link">
            Link
          </button>
          <Tooltip text="19 free, 12 due 28/11/26">
            <Button size="sm">Tip</Button>
          </Tooltip>
          <CopyButton text="019aa1f4" />
        </div>
      </Section>
      <Section title="Badges and progress">
        <div className="line flex-wrap">
          <Badge icon="clock">Waiting</Badge>
          <Badge tone="accent">Requested</Badge>
          <Badge tone="done" icon="check">
            Bagged
          </Badge>
          <Badge tone="warn" icon="alert">
            Stuck
          </Badge>
          <Badge tone="wrong" icon="x">
            Cancelled
          </Badge>
          <Badge tone="line-only" icon="pause">
            Paused
          </Badge>
        </div>
        {stages.map((progress, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <ProgressBadges key={place} progress={progress} />
        ))}
      </Section>
      <Section title="Fields">
        <TextField
          className="w-full"
          label="PO reference"
          value={po}
          maxLength={50}
          counted
          hint="Printed on the delivery note"
          onChange={(event) => setPo(event.target.value)}
        />
        <TextField className="w-full" label="Email" defaultValue="gemma.holt@northgate" error="Enter a full email address" />
        <Select
          className="w-full"
          label="Service"
          placeholder="Choose a service"
          options={[
            { value: '24', label: 'Next day' },
            { value: '999', label: 'Collection' },
          ]}
        />
        <TextArea className="w-full" label="Notes" defaultValue="Name under logo: Priya" hint="As it should be stitched" />
        <TextField className="w-full" label="Saved in the office" defaultValue="NG-LDS" readOnly />
        <div className="line wide flex-wrap">
          <Tick defaultChecked>Ticked</Tick>
          <Tick type="radio" defaultChecked>
            Chosen
          </Tick>
          <Tick done defaultChecked>
            Done
          </Tick>
          <Tick disabled>Not now</Tick>
        </div>
        <Tick error="Tick the terms to go on">I accept the terms</Tick>
      </Section>
      <Section title="Choosing">
        <Combobox
          className="w-full"
          label="Client"
          placeholder="Type two letters"
          value={client}
          onChange={setClient}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          search={async (text) => clients.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))}
        />
        <SearchInput className="w-full" value="" onSearch={() => undefined} label="Search" placeholder="Order, SKU, person or PO" />
        <div className="chips">
          <Chip selected>Selected</Chip>
          <Chip state="done">All sized</Chip>
          <Chip state="warn" count={2}>
            Unsized
          </Chip>
          <Chip>Otherwise</Chip>
          <Chip state="off">3XL</Chip>
        </div>
        <Segments
          label="Stage"
          value={stage}
          onChange={setStage}
          segments={[
            { value: 'all', label: 'All', count: 1204 },
            { value: 'prep', label: 'Requires prep', count: 4 },
          ]}
        />
        <div className="w-full">
          <Tabs
            label="Floor"
            value={tab}
            onChange={setTab}
            tabs={[
              { key: 'prep', label: 'Prep', count: 4 },
              { key: 'bagging', label: 'Bagging' },
              { key: 'attention', label: 'Needs attention', count: 2, urgent: true },
            ]}
          >
            <TabPanel value="prep">What to stitch.</TabPanel>
            <TabPanel value="bagging">Whose bag.</TabPanel>
            <TabPanel value="attention">What waits.</TabPanel>
          </Tabs>
        </div>
      </Section>
      <Section title="Counts, money, dates">
        <div className="line wide flex-wrap">
          <QtyStepper label="Desk" value={count} onChange={setCount} max={3} of={3} />
          <QtyStepper label="Dense" size="mini" value={3} onChange={() => undefined} max={3} of={3} />
          <QtyStepper label="None" size="mini" value={0} onChange={() => undefined} max={4} of={4} />
        </div>
        <div className="w-full">
          <QtyStepper label="Picked" size="xl" value={count} onChange={setCount} max={3} of={3} />
        </div>
        <div className="line wide flex-wrap">
          <BinPlate bin="A-04-2" />
          <BinPlate bin="D-05-1" />
          <BinPlate bin={null} />
        </div>
        <p>
          <Money pence={123_450} /> · <Money pence={-505} /> · <DateText value="2026-11-18T09:12:00.000Z" form="list" /> ·{' '}
          <DateText value="2026-11-18" /> · <DateText value="2026-06-18T09:12:00.000Z" form="moment" />
        </p>
        <div className="w-full">
          <p className="line">
            <span className="strong">Warehouse operative budget</span>
            <span className="push strong">£4.30 left</span>
          </p>
          <Bar label="£84.50 of £120.00 spent, this order adds £31.20" parts={[{ share: 0.704 }, { share: 0.26, tone: 'now' }]} />
        </div>
        <p className="line wide flex-wrap">
          <SaveState state="saved" at="2026-11-18T14:31:00.000Z" />
          <SaveState state="saving" />
          <SaveState state="failed" />
          <SaveState state="unreachable" />
          <SaveState state="offline" />
        </p>
      </Section>
      <Section title="Notices and dialogs">
        <div className="w-full grid gap-2">
          <Banner tone="warn" live={false}>
            Offline since 09:42. Everything is saved here.
          </Banner>
          <Banner tone="wrong" live={false} action={<Button size="sm">Try again</Button>}>
            The carrier refused the booking.
          </Banner>
          <Banner tone="done" live={false}>
            Order 00142 is ready for dispatch.
          </Banner>
        </div>
        <div className="line flex-wrap">
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button
            onClick={() =>
              void ask({
                title: 'Delete order 00151?',
                body: 'Its 4 lines for 2 people go with it.',
                action: 'Delete order',
                keep: 'Keep it',
                destroys: true,
              }).then((yes) => yes && toast('Order 00151 deleted'))
            }
          >
            Confirm
          </Button>
          <Button onClick={() => toast('Quantity Requested Updated')}>Toast</Button>
          <Button
            onClick={() =>
              showFailure({ status: 500, message: 'The database did not answer in time.', request_id: '019aa1f4-7c52-7b0e-9d31' }, () =>
                toast('Tried again'),
              )
            }
          >
            Unhandled
          </Button>
          <Button
            onClick={() =>
              showFailure({
                status: 422,
                message: 'Invalid data submitted',
                errors: {
                  client_po_reference: ['This site needs a PO reference'],
                  'lines.1.qty_requested': ['1 is already allocated, so this cannot be 0'],
                },
              })
            }
          >
            Invalid
          </Button>
        </div>
        <Tick checked={dirty} onChange={(event) => setDirty(event.target.checked)}>
          Unsaved changes on this screen
        </Tick>
        <EmptyState title="No orders to show" action={<Button>Show all</Button>}>
          Nothing in Requires prep matches “hi-vis bradford”.
        </EmptyState>
        <div className="w-full">
          <SkeletonText />
        </div>
      </Section>
      <Section title="Garments and colours">
        <div className="line flex-wrap">
          <GarmentTile media={polo('#6b1f33', '#9c4a5e')} alt="Classic Piqué Polo, Burgundy" />
          <GarmentTile media={polo('#f7f7f5', '#b9b9b3')} alt="Classic Piqué Polo, White" size={48} />
          <GarmentTile media={polo('#1f2c4d', '#4d5f8c')} alt="Classic Piqué Polo, Navy" size={96} />
          <GarmentTile media={[]} alt="No picture, Tan" colour="#a9773f" size={48} />
          <GarmentTile media={[{ url: '/nowhere.png' }]} alt="No picture" size={48} />
          <Swatch colour="#1d4a37" label="Bottle green" />
          <Swatch colour="#f7f7f5" label="White" large />
        </div>
        <ul className="flex flex-wrap gap-3">
          {(Object.keys(iconPaths) as IconName[]).map((name) => (
            <li key={name} title={name}>
              <Icon name={name} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Status bar">
        <div className="w-full">
          <StatusBar online waiting={0} last_sync_at="2026-11-21T09:48:00.000Z" to="#" />
          <StatusBar online={false} waiting={7} attention={2} last_sync_at="2026-11-21T09:42:00.000Z" to="#" />
        </div>
      </Section>
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="Contact and delivery"
        description="Order 00151, for 2 people"
        onSubmit={() => setOpen(null)}
        actions={
          <>
            <Button onClick={() => setOpen(null)}>Back to the order</Button>
            <Button type="submit" look="primary">
              Submit Order
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <TextField label="Contact name" defaultValue="Gemma Holt" />
          <Field label="Site" hint="Its address comes with it">
            {(control) => <input className="in" {...control} defaultValue="Leeds Depot" />}
          </Field>
          <Tick>I accept the terms</Tick>
        </div>
      </Dialog>
      <Sheet
        open={open === 'sheet'}
        onClose={() => setOpen(null)}
        title="Softshell Jacket"
        description="for Priya Raman"
        actions={
          <Button look="primary" block>
            Next
          </Button>
        }
      >
        <SkeletonText lines={5} />
      </Sheet>
      {dialog}
    </div>
  );
}
