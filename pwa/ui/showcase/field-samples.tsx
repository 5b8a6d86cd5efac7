import { useState } from 'react';
import { Chip } from '../chip.tsx';
import { Combobox } from '../combobox.tsx';
import { Select, TextArea, TextField } from '../field.tsx';
import { SearchInput } from '../search-input.tsx';
import { Segments } from '../segments.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { Tick } from '../tick.tsx';
import { SampleSection } from './sample-section.tsx';

/** Fields of a form. */
export function FieldSamples() {
  const [po, setPo] = useState('PO 88240');
  return (
    <SampleSection title="Fields">
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
    </SampleSection>
  );
}

interface Client {
  id: number;
  name: string;
}
const clients: Client[] = ['Northgate Facilities', 'Harbour Care', 'Northern Rail Catering', 'Harbourside Hotels', 'Castle Security'].map(
  (name, id) => ({ id, name }),
);

/** Controls that choose one of several. */
export function ChoiceSamples() {
  const [client, setClient] = useState<Client | null>(null);
  const [tab, setTab] = useState('prep');
  const [stage, setStage] = useState('all');
  return (
    <SampleSection title="Choosing">
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
    </SampleSection>
  );
}
