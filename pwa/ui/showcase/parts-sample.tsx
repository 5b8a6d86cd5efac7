import { useState } from 'react';
import { Badge } from '../badge.tsx';
import { Bar } from '../bar.tsx';
import { BinPlate } from '../bin-plate.tsx';
import { Button, IconButton } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { DateText } from '../date-text.tsx';
import { GarmentTile } from '../garment-tile.tsx';
import { Icon } from '../icon.tsx';
import { type IconName, iconPaths } from '../icon-paths.ts';
import { Menu } from '../menu.tsx';
import { Money } from '../money.tsx';
import { ProgressBadges } from '../progress-badges.tsx';
import { QtyStepper } from '../qty-stepper.tsx';
import { SaveState } from '../save-state.tsx';
import { StatusBar } from '../status-bar.tsx';
import { Swatch } from '../swatch.tsx';
import { toast } from '../toast.ts';
import { Tooltip } from '../tooltip.tsx';
import { ChoiceSamples, FieldSamples } from './field-samples.tsx';
import { NoticeSamples } from './notice-samples.tsx';
import { stages } from './orders.ts';
import { SampleSection } from './sample-section.tsx';

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

/** Shows every component in each of its states. */
export function PartsSample() {
  return (
    <div className="showcase">
      <Colours />
      <Buttons />
      <Badges />
      <FieldSamples />
      <ChoiceSamples />
      <Figures />
      <NoticeSamples />
      <Garments />
      <StatusBars />
    </div>
  );
}

function Colours() {
  return (
    <SampleSection title="Colours">
      <ul className="flex flex-wrap gap-2">
        {colours.map((name) => (
          <li key={name} style={{ width: 84 }}>
            <div className="well" style={{ height: 32, border: '1px solid var(--line)', background: `var(--${name})` }} />
            <p className="small sub">{name}</p>
          </li>
        ))}
      </ul>
    </SampleSection>
  );
}

function Buttons() {
  return (
    <SampleSection title="Buttons">
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
    </SampleSection>
  );
}

function Badges() {
  return (
    <SampleSection title="Badges and progress">
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
    </SampleSection>
  );
}

function Figures() {
  const [count, setCount] = useState(2);
  return (
    <SampleSection title="Counts, money, dates">
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
    </SampleSection>
  );
}

/** A polo in a colour, like the demo's pictures: enough to show a tile. */
const polo = (colour: string, seam: string): { url: string }[] => [
  {
    url: `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><g fill="${colour}" stroke="${seam}" stroke-width="1.6" stroke-linejoin="round"><path d="M35 13 17 21 5 43l15 7 5-8v43h46V42l5 8 15-7-12-22-18-8c-4 7-22 7-26 0Z"/><path fill="none" d="M9.5 36.5 23 43M86.500 36.500 73 43M25 80h46M48 28v17M44 28v17h8V28"/><path d="M35 13 48 28 61 13l-4-4H39Z"/></g></svg>`,
    )}`,
  },
];

function Garments() {
  return (
    <SampleSection title="Garments and colours">
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
    </SampleSection>
  );
}

function StatusBars() {
  return (
    <SampleSection title="Status bar">
      <div className="w-full">
        <StatusBar online waiting={0} last_sync_at="2026-11-21T09:48:00.000Z" to="#" />
        <StatusBar online={false} waiting={7} attention={2} last_sync_at="2026-11-21T09:42:00.000Z" to="#" />
      </div>
    </SampleSection>
  );
}
