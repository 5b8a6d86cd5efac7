import type { GarmentKind } from '../../server/demo/garments.ts';

/** A colour by its name on the shelf, with the two or three letters that stand for the colour in a SKU. */
export const colours = {
  Black: { code: 'BLK', hex: '#1c1c1e' },
  White: { code: 'WHT', hex: '#ffffff' },
  Navy: { code: 'NVY', hex: '#1f2a44' },
  'Royal Blue': { code: 'RYL', hex: '#1f4fa3' },
  'Sky Blue': { code: 'SKY', hex: '#8fbfe6' },
  'Pale Blue': { code: 'PBL', hex: '#c3d9ee' },
  'Hospital Blue': { code: 'HOS', hex: '#5b93c9' },
  Red: { code: 'RED', hex: '#c1272d' },
  Burgundy: { code: 'BUR', hex: '#6d1f35' },
  'Bottle Green': { code: 'BTL', hex: '#14432f' },
  'Aqua Green': { code: 'AQU', hex: '#2f9c95' },
  Olive: { code: 'OLV', hex: '#5a5f3a' },
  'Graphite Grey': { code: 'GRA', hex: '#4a4e54' },
  'Heather Grey': { code: 'HGR', hex: '#a9acb1' },
  Lilac: { code: 'LIL', hex: '#b79fd0' },
  Purple: { code: 'PUR', hex: '#57327f' },
  Khaki: { code: 'KHK', hex: '#b3a27a' },
  Stone: { code: 'STN', hex: '#d3c8b2' },
  Honey: { code: 'HNY', hex: '#b5813f' },
  Brown: { code: 'BRN', hex: '#5c4130' },
  'Hi-Vis Yellow': { code: 'HVY', hex: '#e4ee35' },
  'Hi-Vis Orange': { code: 'HVO', hex: '#ff7420' },
} as const;

export type ColourName = keyof typeof colours;

export const demoCategories = [
  'Shirts, Polos and Sweats',
  'Jackets and Fleeces',
  'Trousers and Coveralls',
  'Hi-Vis',
  'Healthcare and Hospitality',
  'Footwear and Accessories',
] as const;

export interface DemoSupplier {
  code: string;
  name: string;
  brand: string;
  address: [string, string, string, string];
  contact_name: string;
  domain: string;
  sales_phone: string;
  work_order: boolean;
}

export const demoSuppliers: readonly DemoSupplier[] = [
  {
    code: 'PEN',
    name: 'Pennine Workwear Ltd',
    brand: 'Pennine',
    address: ['Unit 14 Deanhurst Mills', 'Gelderd Road', 'Leeds', 'LS27 7LA'],
    contact_name: 'Martin Ackroyd',
    domain: 'pennineworkwear.test',
    sales_phone: '0113 496 0118',
    work_order: false,
  },
  {
    code: 'CAL',
    name: 'Calder Knitwear Mills',
    brand: 'Calder & Sons',
    address: ['3 Weavers Row', 'Sowerby Bridge', 'Halifax', 'HX6 2AY'],
    contact_name: 'Shabana Iqbal',
    domain: 'calderknitwear.test',
    sales_phone: '01632 960 214',
    work_order: false,
  },
  {
    code: 'SOL',
    name: 'Solent Outdoor Clothing',
    brand: 'Fourwinds',
    address: ['Harbour House', '22 Mountbatten Quay', 'Southampton', 'SO14 5QJ'],
    contact_name: 'Gemma Tidy',
    domain: 'solentoutdoor.test',
    sales_phone: '023 8018 0162',
    work_order: false,
  },
  {
    code: 'BHV',
    name: 'Brightline Hi-Vis Ltd',
    brand: 'Brightline',
    address: ['9 Beacon Trade Park', 'Tame Valley', 'Birmingham', 'B77 5DU'],
    contact_name: 'Jaswinder Gill',
    domain: 'brightline-hivis.test',
    sales_phone: '0121 496 0377',
    work_order: false,
  },
  {
    code: 'ASH',
    name: 'Ashdown Healthwear',
    brand: 'Ashdown',
    address: ['41 Forest Row Way', 'Maresfield', 'Uckfield', 'TN22 2EH'],
    contact_name: 'Ruth Penhaligon',
    domain: 'ashdownhealthwear.test',
    sales_phone: '01632 960 551',
    work_order: false,
  },
  {
    code: 'MHW',
    name: 'Marchmont Hospitality Wear',
    brand: 'Marchmont',
    address: ['18 Slateford Yard', 'Gorgie', 'Edinburgh', 'EH11 1PF'],
    contact_name: 'Iain Dalgleish',
    domain: 'marchmontwear.test',
    sales_phone: '0131 496 0290',
    work_order: false,
  },
  {
    code: 'TSF',
    name: 'Trentside Safety Footwear',
    brand: 'Trentside',
    address: ['Unit 6 Lockgate Estate', 'Meadow Lane', 'Nottingham', 'NG2 3HS'],
    contact_name: 'Darren Wragg',
    domain: 'trentsidefootwear.test',
    sales_phone: '0115 496 0433',
    work_order: false,
  },
  {
    code: 'LEW',
    name: 'Lowther Embroidery Works',
    brand: 'Lowther',
    address: ['The Old Bobbin Shed', 'Canal Head', 'Kendal', 'LA9 7BY'],
    contact_name: 'Alison Braithwaite',
    domain: 'lowtherembroidery.test',
    sales_phone: '01632 960 806',
    work_order: true,
  },
];

/** Sizes, smallest first. With `legs`, `sizes` are waists, and each waist comes in every leg length. */
export interface SizeRun {
  sizes: readonly string[];
  legs?: readonly string[];
}

const alpha = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'];
const from = (first: string, last: string): SizeRun => ({ sizes: alpha.slice(alpha.indexOf(first), alpha.indexOf(last) + 1) });
const steps = (first: number, last: number, step: number): string[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => String(first + i * step));
const ladies = (last: number): SizeRun => ({ sizes: steps(8, last, 2) });
const waists = (first: number, last: number, legs: readonly string[]): SizeRun => ({ sizes: steps(first, last, 2), legs });
const shoes = (first: number, last: number): SizeRun => ({ sizes: steps(first, last, 1) });
const oneSize: SizeRun = { sizes: ['One Size'] };

export interface DemoProduct {
  code: string;
  kind: GarmentKind;
  name: string;
  category: (typeof demoCategories)[number];
  supplier: string;
  colours: readonly ColourName[];
  run: SizeRun;
  /** Pence. */
  price: number;
  /** Pence. */
  cost: number;
  material: string;
  description: string;
  feature: string;
  is_non_returnable?: boolean;
  is_restricted?: boolean;
  /** Colours that are sold only until their stock is used up. */
  ending?: readonly ColourName[];
  /** Colours that are no longer sold, although some stock is still on the shelf. */
  ended?: readonly ColourName[];
}

const tops = 'Shirts, Polos and Sweats';
const outer = 'Jackets and Fleeces';
const legs = 'Trousers and Coveralls';
const hiVis = 'Hi-Vis';
const care = 'Healthcare and Hospitality';
const feet = 'Footwear and Accessories';

/** The styles of the demo, in the order in which a picker walks past them. */
export const products: readonly DemoProduct[] = [
  {
    code: 'PO01',
    kind: 'polo',
    name: 'Classic Piqué Polo',
    category: tops,
    supplier: 'CAL',
    colours: ['Navy', 'Black', 'White', 'Royal Blue', 'Bottle Green', 'Burgundy'],
    run: from('S', '5XL'),
    price: 895,
    cost: 468,
    material: '65% polyester, 35% cotton, 210 g',
    description:
      'The polo most of our clients start with. A tight piqué knit keeps its colour at 60 degrees and gives embroidery a firm ground; the longer back stays tucked in.',
    feature: 'Washes at 60, rib collar, three buttons',
    ended: ['Burgundy'],
  },
  {
    code: 'PO02',
    kind: 'polo',
    name: 'Ladies Piqué Polo',
    category: tops,
    supplier: 'CAL',
    colours: ['Navy', 'Black', 'White', 'Purple'],
    run: ladies(22),
    price: 925,
    cost: 486,
    material: '65% polyester, 35% cotton, 210 g',
    description: 'Shaped at the waist and a little shorter in the sleeve than the classic polo, in the same cloth, so that mixed teams match.',
    feature: 'Side vents, four small buttons, dress sizes',
  },
  {
    code: 'PO03',
    kind: 'polo',
    name: 'Cool Dry Polo',
    category: tops,
    supplier: 'CAL',
    colours: ['Graphite Grey', 'Navy', 'Red'],
    run: from('XS', '3XL'),
    price: 1095,
    cost: 575,
    material: '100% recycled polyester, 150 g',
    description: 'For kitchens, plant rooms and summer. Moves sweat to the outside and is dry again on the hanger within the hour.',
    feature: 'Quick drying, UPF 40',
  },
  {
    code: 'TS01',
    kind: 'tee',
    name: 'Heavyweight T-Shirt',
    category: tops,
    supplier: 'CAL',
    colours: ['Navy', 'Black', 'White', 'Heather Grey', 'Royal Blue'],
    run: from('S', '4XL'),
    price: 495,
    cost: 231,
    material: '100% ring-spun cotton, 185 g',
    description: 'A T-shirt that survives site work: double-stitched hems, taped shoulders and no side seams to twist.',
    feature: 'Pre-shrunk, tear-off label',
  },
  {
    code: 'TS02',
    kind: 'tee',
    name: 'Ladies Fitted T-Shirt',
    category: tops,
    supplier: 'CAL',
    colours: ['Navy', 'White', 'Black'],
    run: ladies(20),
    price: 525,
    cost: 244,
    material: '95% cotton, 5% elastane, 190 g',
    description: 'A close fit with some give, long enough in the body to stay put when reaching up.',
    feature: 'Stretch, narrow rib neck',
  },
  {
    code: 'SW01',
    kind: 'sweatshirt',
    name: 'Set-In Sweatshirt',
    category: tops,
    supplier: 'CAL',
    colours: ['Navy', 'Black', 'Bottle Green', 'Heather Grey'],
    run: from('S', '4XL'),
    price: 1195,
    cost: 620,
    material: '50% cotton, 50% polyester, 280 g',
    description: 'Brushed inside, smooth outside, with ribs that still spring back after fifty washes. Takes a chest logo or a full back print.',
    feature: 'Brushed inside, lycra ribs',
  },
  {
    code: 'HD01',
    kind: 'hoodie',
    name: 'Pullover Hoodie',
    category: tops,
    supplier: 'CAL',
    colours: ['Black', 'Navy', 'Graphite Grey', 'Royal Blue'],
    run: from('XS', '3XL'),
    price: 1695,
    cost: 905,
    material: '80% cotton, 20% polyester, 300 g',
    description: 'A double hood, a pocket that takes a phone without dragging, and a chest kept clear of seams for decoration.',
    feature: 'Double hood, phone slot in the pocket',
  },
  {
    code: 'SH01',
    kind: 'shirt',
    name: 'Oxford Long Sleeve Shirt',
    category: tops,
    supplier: 'PEN',
    colours: ['White', 'Sky Blue', 'Navy'],
    run: { sizes: ['14.5', '15', '15.5', '16', '16.5', '17', '17.5', '18'] },
    price: 1850,
    cost: 940,
    material: '70% cotton, 30% polyester, 135 g',
    description: 'Front-of-house shirt in an easy-iron Oxford weave. Collar sizes in half inches; the second collar button is adjustable.',
    feature: 'Easy iron, chest pocket',
  },
  {
    code: 'BL01',
    kind: 'blouse',
    name: 'Three-Quarter Sleeve Blouse',
    category: tops,
    supplier: 'PEN',
    colours: ['White', 'Pale Blue', 'Black'],
    run: ladies(22),
    price: 1795,
    cost: 915,
    material: '68% cotton, 28% polyester, 4% elastane, 120 g',
    description:
      'Goes with the Oxford shirt at reception and in the office. Revere collar, darts front and back, a stretch that forgives a long shift.',
    feature: 'Stretch, non-sheer white',
  },
  {
    code: 'SS01',
    kind: 'jacket',
    name: 'Two-Layer Softshell Jacket',
    category: outer,
    supplier: 'SOL',
    colours: ['Black', 'Navy', 'Graphite Grey'],
    run: from('XS', '4XL'),
    price: 3250,
    cost: 1780,
    material: '94% polyester, 6% elastane, bonded fleece',
    description: 'Keeps out wind and a shower, and breathes on the stairs. Three zip pockets and a chin guard; smooth enough for embroidery.',
    feature: 'Showerproof, windproof, chin guard',
  },
  {
    code: 'SS02',
    kind: 'jacket',
    name: 'Ladies Softshell Jacket',
    category: outer,
    supplier: 'SOL',
    colours: ['Black', 'Navy'],
    run: ladies(20),
    price: 3250,
    cost: 1780,
    material: '94% polyester, 6% elastane, bonded fleece',
    description: 'The two-layer softshell cut for women, with a shaped back and a drawcord hem.',
    feature: 'Showerproof, shaped fit',
  },
  {
    code: 'FL01',
    kind: 'fleece',
    name: 'Full-Zip Fleece',
    category: outer,
    supplier: 'SOL',
    colours: ['Navy', 'Black', 'Bottle Green', 'Red'],
    run: from('XS', '3XL'),
    price: 1650,
    cost: 842,
    material: '100% recycled polyester, 300 g',
    description: 'Anti-pill fleece that zips into the parka, so that one coat does three seasons.',
    feature: 'Anti-pill, zips into parka PK01',
    ending: ['Red'],
  },
  {
    code: 'BW01',
    kind: 'body_warmer',
    name: 'Padded Body Warmer',
    category: outer,
    supplier: 'SOL',
    colours: ['Navy', 'Black'],
    run: from('S', '3XL'),
    price: 2195,
    cost: 1160,
    material: 'Nylon shell, recycled polyester filling',
    description: 'Warm body, free arms: for drivers, goods-in and anyone in and out of a cold store.',
    feature: 'Inside pocket, scooped back',
  },
  {
    code: 'RJ01',
    kind: 'jacket',
    name: 'Lightweight Rain Jacket',
    category: outer,
    supplier: 'SOL',
    colours: ['Navy', 'Olive'],
    run: from('S', '3XL'),
    price: 2450,
    cost: 1275,
    material: '100% nylon, taped seams',
    description: 'Waterproof to 3,000 mm and folds into its own pocket. Sized to go over a fleece.',
    feature: 'Waterproof, packs away',
  },
  {
    code: 'PK01',
    kind: 'parka',
    name: 'Waterproof Parka',
    category: outer,
    supplier: 'SOL',
    colours: ['Navy', 'Black'],
    run: from('S', '4XL'),
    price: 5450,
    cost: 3120,
    material: 'Polyester with breathable membrane, taped seams',
    description: 'The winter coat for people who stand outside. Detachable hood, storm flap over a two-way zip, knitted inner cuffs.',
    feature: 'Waterproof 8,000 mm, two-way zip',
    is_restricted: true,
  },
  {
    code: 'TR01',
    kind: 'trouser',
    name: 'Knee-Pad Work Trouser',
    category: legs,
    supplier: 'PEN',
    colours: ['Black', 'Navy'],
    run: waists(28, 44, ['Regular', 'Long']),
    price: 2750,
    cost: 1465,
    material: '65% polyester, 35% cotton, 300 g, Cordura knees',
    description: 'Trade trouser with top-loading knee pockets, holster pockets that tuck away, a hammer loop and a triple-stitched seat.',
    feature: 'Cordura knees, nine pockets',
  },
  {
    code: 'TR02',
    kind: 'cargo',
    name: 'Action Cargo Trouser',
    category: legs,
    supplier: 'PEN',
    colours: ['Black', 'Navy'],
    run: waists(28, 44, ['Short', 'Regular', 'Long']),
    price: 1995,
    cost: 1010,
    material: '65% polyester, 35% cotton, 245 g',
    description: 'The everyday trouser for maintenance and logistics teams: elastic at the sides, flapped thigh pockets, a rule pocket on the right.',
    feature: 'Side elastic, three leg lengths',
  },
  {
    code: 'TR03',
    kind: 'chino',
    name: 'Stretch Chino',
    category: legs,
    supplier: 'PEN',
    colours: ['Navy', 'Stone'],
    run: waists(28, 42, ['Regular', 'Long']),
    price: 2295,
    cost: 1190,
    material: '98% cotton, 2% elastane, 260 g',
    description: 'Smart enough for reception, soft enough for a day on foot. Slanted pockets, pressed crease, hidden coin pocket.',
    feature: 'Stretch, straight leg',
  },
  {
    code: 'TR04',
    kind: 'chino',
    name: 'Ladies Tailored Trouser',
    category: legs,
    supplier: 'PEN',
    colours: ['Black', 'Navy'],
    run: { sizes: steps(8, 22, 2), legs: ['Short', 'Regular'] },
    price: 2195,
    cost: 1135,
    material: '64% polyester, 34% viscose, 2% elastane',
    description: 'Flat front, straight leg and two real pockets. Machine washable, hangs without a crease overnight.',
    feature: 'Machine washable, real pockets',
  },
  {
    code: 'ST01',
    kind: 'shorts',
    name: 'Cargo Shorts',
    category: legs,
    supplier: 'PEN',
    colours: ['Black', 'Navy'],
    run: { sizes: steps(30, 42, 2) },
    price: 1750,
    cost: 885,
    material: '65% polyester, 35% cotton, 245 g',
    description: 'The action cargo trouser, cut above the knee for the few weeks that need it.',
    feature: 'Side elastic, thigh pockets',
  },
  {
    code: 'CV01',
    kind: 'coverall',
    name: 'Zip-Front Coverall',
    category: legs,
    supplier: 'PEN',
    colours: ['Navy', 'Royal Blue'],
    run: { sizes: steps(36, 50, 2), legs: ['Regular', 'Tall'] },
    price: 2895,
    cost: 1540,
    material: '65% polyester, 35% cotton, 245 g',
    description: 'Concealed two-way zip, so that nothing scratches the paintwork. Elastic back waist, access to the pockets underneath.',
    feature: 'Concealed zip, chest sizes',
  },
  {
    code: 'HV01',
    kind: 'hi_vis_vest',
    name: 'Hi-Vis Vest',
    category: hiVis,
    supplier: 'BHV',
    colours: ['Hi-Vis Yellow', 'Hi-Vis Orange'],
    run: { sizes: ['S/M', 'L/XL', '2XL/3XL', '4XL/5XL'] },
    price: 295,
    cost: 128,
    material: '100% polyester, EN ISO 20471 class 2',
    description: 'Two bands and braces, hook-and-loop front. The one that hangs by every loading bay door.',
    feature: 'Class 2, hook-and-loop front',
  },
  {
    code: 'HV02',
    kind: 'hi_vis_vest',
    name: 'Printed Supervisor Vest',
    category: hiVis,
    supplier: 'LEW',
    colours: ['Hi-Vis Orange', 'Hi-Vis Yellow'],
    run: from('S', '3XL'),
    price: 895,
    cost: 452,
    material: '100% polyester, EN ISO 20471 class 2',
    description:
      'Zip front, pass holder and pen pockets, printed SUPERVISOR across the back before it reaches us. Made to order, so it cannot come back.',
    feature: 'Class 2, zip front, printed back',
    is_non_returnable: true,
  },
  {
    code: 'HV03',
    kind: 'hi_vis_polo',
    name: 'Hi-Vis Polo',
    category: hiVis,
    supplier: 'BHV',
    colours: ['Hi-Vis Yellow', 'Hi-Vis Orange'],
    run: from('S', '4XL'),
    price: 1150,
    cost: 595,
    material: 'Birdseye polyester, EN ISO 20471 class 2',
    description: 'Class 2 without a second layer, for hot days on the yard. The tape is segmented so that it moves.',
    feature: 'Class 2, breathable',
  },
  {
    code: 'HV04',
    kind: 'hi_vis_jacket',
    name: 'Hi-Vis Bomber Jacket',
    category: hiVis,
    supplier: 'BHV',
    colours: ['Hi-Vis Yellow', 'Hi-Vis Orange'],
    run: from('S', '4XL'),
    price: 3650,
    cost: 1985,
    material: 'Coated polyester, padded, EN ISO 20471 class 3',
    description: 'Short, warm and waterproof, with dark cuffs and hem where dirt collects. Badge loop and radio pocket.',
    feature: 'Class 3, waterproof, radio pocket',
  },
  {
    code: 'HV05',
    kind: 'hi_vis_jacket',
    name: 'Three-in-One Traffic Jacket',
    category: hiVis,
    supplier: 'BHV',
    colours: ['Hi-Vis Yellow', 'Hi-Vis Orange'],
    run: from('S', '4XL'),
    price: 5895,
    cost: 3340,
    material: 'Breathable polyester, EN ISO 20471 class 3, EN 343',
    description: 'A long waterproof shell with a zip-out body warmer. Wear them together in January and apart for the rest of the year.',
    feature: 'Class 3, zip-out liner',
  },
  {
    code: 'HV06',
    kind: 'hi_vis_trouser',
    name: 'Hi-Vis Work Trouser',
    category: hiVis,
    supplier: 'BHV',
    colours: ['Hi-Vis Yellow', 'Hi-Vis Orange'],
    run: waists(30, 42, ['Regular', 'Long']),
    price: 2350,
    cost: 1220,
    material: '80% polyester, 20% cotton, EN ISO 20471 class 1',
    description: 'With a class 2 top it makes class 3. Two bands below the knee, cargo pocket, knee-pad openings.',
    feature: 'Class 1, class 3 with a vest',
  },
  {
    code: 'TU01',
    kind: 'tunic',
    name: 'Ladies Healthcare Tunic',
    category: care,
    supplier: 'ASH',
    colours: ['Hospital Blue', 'Navy', 'Lilac', 'Aqua Green'],
    run: ladies(24),
    price: 1895,
    cost: 945,
    material: '67% polyester, 33% cotton, 195 g',
    description: 'Action back and side vents for lifting and turning, a fob pocket on the inside of the breast, white piping. Washes at 73 degrees.',
    feature: 'Washes at 73, action back',
  },
  {
    code: 'TU02',
    kind: 'tunic',
    name: 'Men’s Healthcare Tunic',
    category: care,
    supplier: 'ASH',
    colours: ['Hospital Blue', 'Navy', 'White'],
    run: from('S', '3XL'),
    price: 1895,
    cost: 945,
    material: '67% polyester, 33% cotton, 195 g',
    description: 'Side-fastening tunic with concealed studs and a straight hem, to match the ladies tunic on a mixed ward.',
    feature: 'Washes at 73, concealed studs',
  },
  {
    code: 'SC01',
    kind: 'scrub_top',
    name: 'Unisex Scrub Top',
    category: care,
    supplier: 'ASH',
    colours: ['Aqua Green', 'Navy', 'Hospital Blue', 'Burgundy'],
    run: from('XS', '3XL'),
    price: 1295,
    cost: 610,
    material: '65% polyester, 35% cotton, 160 g',
    description: 'V-neck scrub with three pockets and a pen slot. Loops show the size by colour, so that laundry can sort them unread.',
    feature: 'Colour-coded size loop',
  },
  {
    code: 'SC02',
    kind: 'scrub_trouser',
    name: 'Unisex Scrub Trouser',
    category: care,
    supplier: 'ASH',
    colours: ['Aqua Green', 'Navy', 'Hospital Blue', 'Burgundy'],
    run: from('XS', '3XL'),
    price: 1350,
    cost: 640,
    material: '65% polyester, 35% cotton, 160 g',
    description: 'Elastic and drawcord waist, two side pockets and one behind. Made to wear with the scrub top.',
    feature: 'Drawcord waist, three pockets',
  },
  {
    code: 'AP01',
    kind: 'apron',
    name: 'Bib Apron with Pocket',
    category: care,
    supplier: 'MHW',
    colours: ['Black', 'White', 'Navy', 'Burgundy'],
    run: oneSize,
    price: 695,
    cost: 312,
    material: '65% polyester, 35% cotton, 195 g',
    description: 'Adjustable neck, long ties, a divided pocket for pad and cloth.',
    feature: 'Adjustable neck, divided pocket',
  },
  {
    code: 'CH01',
    kind: 'chef_jacket',
    name: 'Long Sleeve Chef Jacket',
    category: care,
    supplier: 'MHW',
    colours: ['White', 'Black'],
    run: from('XS', '3XL'),
    price: 1950,
    cost: 985,
    material: '65% polyester, 35% cotton, 215 g',
    description: 'Double breasted with press studs that come off in a hurry. Mesh under the arms, thermometer pocket on the sleeve.',
    feature: 'Press studs, vented underarm',
  },
  {
    code: 'CH02',
    kind: 'chino',
    name: 'Chef Trouser',
    category: care,
    supplier: 'MHW',
    colours: ['Black', 'Graphite Grey'],
    run: { sizes: steps(30, 42, 2) },
    price: 1650,
    cost: 820,
    material: '65% polyester, 35% cotton, 215 g',
    description: 'Elastic back waist and a teflon finish that lets a spill run off before it soaks in.',
    feature: 'Stain release, elastic back',
  },
  {
    code: 'BT01',
    kind: 'boot',
    name: 'S3 Safety Boot',
    category: feet,
    supplier: 'TSF',
    colours: ['Black', 'Honey'],
    run: shoes(4, 13),
    price: 4295,
    cost: 2360,
    material: 'Full-grain leather, steel toe cap and midsole',
    description: 'Padded collar, scuff cap and a sole that holds on wet tile and diesel. Comes up true to size with a work sock.',
    feature: 'S3 SRC, 200 J toe cap',
  },
  {
    code: 'BT02',
    kind: 'shoe',
    name: 'S1P Safety Shoe',
    category: feet,
    supplier: 'TSF',
    colours: ['Black'],
    run: shoes(3, 12),
    price: 3495,
    cost: 1890,
    material: 'Smooth leather, composite toe cap',
    description: 'Looks like an office shoe and passes the metal detector. For visits to site and for long corridors.',
    feature: 'S1P, metal free',
  },
  {
    code: 'BT03',
    kind: 'trainer',
    name: 'Composite Safety Trainer',
    category: feet,
    supplier: 'TSF',
    colours: ['Graphite Grey', 'Navy'],
    run: shoes(3, 12),
    price: 3850,
    cost: 2095,
    material: 'Knitted upper, composite toe cap',
    description: 'Weighs 480 g a shoe and bends where the foot does. A favourite with pickers who walk fifteen kilometres a day.',
    feature: 'S1P, lightweight',
  },
  {
    code: 'BT04',
    kind: 'wellington',
    name: 'Safety Wellington',
    category: feet,
    supplier: 'TSF',
    colours: ['Olive', 'White'],
    run: shoes(4, 12),
    price: 2650,
    cost: 1385,
    material: 'PVC and nitrile, steel toe cap',
    description: 'Olive for grounds and drains, white for food areas. Resists fats and most cleaning agents; kick-off spur at the heel.',
    feature: 'S5, fat resistant',
  },
  {
    code: 'AC01',
    kind: 'cap',
    name: 'Six-Panel Cap',
    category: feet,
    supplier: 'LEW',
    colours: ['Navy', 'Black', 'Red', 'Bottle Green'],
    run: oneSize,
    price: 595,
    cost: 262,
    material: '100% brushed cotton twill',
    description: 'Stiffened front for a logo, brass buckle behind.',
    feature: 'Adjustable buckle',
  },
  {
    code: 'AC02',
    kind: 'beanie',
    name: 'Rib Knit Beanie',
    category: feet,
    supplier: 'CAL',
    colours: ['Black', 'Navy', 'Hi-Vis Yellow'],
    run: oneSize,
    price: 450,
    cost: 195,
    material: '100% soft acrylic, double layer',
    description: 'Deep cuff, sits under a hard hat.',
    feature: 'Fits under a helmet',
  },
  {
    code: 'AC03',
    kind: 'glove',
    name: 'Nitrile Grip Glove (12 pairs)',
    category: feet,
    supplier: 'TSF',
    colours: ['Graphite Grey', 'Black'],
    run: shoes(7, 11),
    price: 1440,
    cost: 696,
    material: 'Nylon liner, nitrile palm, EN 388 4121',
    description: 'Thin enough to pick up a washer, tough enough for a pallet. Sold by the dozen.',
    feature: 'Touchscreen finger tips',
    is_non_returnable: true,
  },
  {
    code: 'AC04',
    kind: 'belt',
    name: 'Leather Work Belt',
    category: feet,
    supplier: 'PEN',
    colours: ['Black', 'Brown'],
    run: { sizes: ['S/M', 'L/XL', '2XL/3XL'] },
    price: 995,
    cost: 480,
    material: 'Full-grain leather, steel roller buckle',
    description: 'Forty millimetres wide, to fill the loops of a work trouser.',
    feature: '40 mm, roller buckle',
  },
  {
    code: 'AC05',
    kind: 'sock',
    name: 'Work Sock (3 pairs)',
    category: feet,
    supplier: 'CAL',
    colours: ['Black', 'Graphite Grey'],
    run: { sizes: ['3-6', '6-11', '11-14'] },
    price: 750,
    cost: 338,
    material: '58% cotton, 40% polyamide, 2% elastane',
    description: 'Cushioned under the foot, ribbed at the arch, stays up in a boot.',
    feature: 'Cushioned sole, reinforced heel',
    is_non_returnable: true,
  },
];

/** One SKU of a style. */
export interface DemoVariation {
  sku: string;
  supplier_sku: string;
  colour: ColourName;
  hex: string;
  size_1: string | null;
  size_2: string | null;
  all_size: string | null;
  /** Pence; the largest sizes cost more, because they need more cloth. */
  price: number;
  /** Pence. */
  cost: number;
  bin: string;
  barcode: string;
  /** Sold only until its stock is used up, or no longer sold: the demo has little stock of it. */
  is_ending: boolean;
  has_ended: boolean;
}

export interface DemoStyle {
  product: DemoProduct;
  variations: readonly DemoVariation[];
}

/** Completes twelve digits with the check digit of an EAN-13. */
export function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

const levelsInBay = 4;
const baysInAisle = 28;
// The letter I is left out, because it looks like a 1 on a sign.
const aisles = 'ABCDEFGHJKLM';
const dearerSizes = new Set(['3XL', '4XL', '5XL', '44', '22', '24', '4XL/5XL']);
const skuPart = (size: string) => size.replace('/', '').replace('.', '');

/** Every style with its SKUs. Each style starts in a new bay, and sorting the bins by name gives the walking order. */
export function demoStyles(): DemoStyle[] {
  let bay = 0;
  let serial = 0;
  return products.map((product) => {
    const supplier = demoSuppliers.findIndex(({ code }) => code === product.supplier);
    let place = 0;
    const variations = product.colours.flatMap((colour) =>
      product.run.sizes.flatMap((size) =>
        (product.run.legs ?? [null]).map((leg): DemoVariation => {
          const isOneSize = size === 'One Size';
          const dearer = dearerSizes.has(size) ? 1.1 : 1;
          const at = bay + Math.floor(place / levelsInBay);
          const aisle = aisles.charAt(Math.floor(at / baysInAisle));
          const bin = `${aisle}-${String((at % baysInAisle) + 1).padStart(2, '0')}-${(place % levelsInBay) + 1}`;
          place++;
          serial++;
          const { code, hex } = colours[colour];
          const end = isOneSize ? 'OS' : skuPart(size) + (leg ? leg.charAt(0) : '');
          return {
            sku: `${product.code}-${code}-${end}`,
            supplier_sku: `${product.supplier}${(supplier + 1) * 1000 + serial}`,
            colour,
            hex,
            size_1: isOneSize ? null : size,
            size_2: leg,
            all_size: isOneSize ? size : null,
            price: Math.round((product.price * dearer) / 5) * 5,
            cost: Math.round(product.cost * dearer),
            bin,
            // Numbers that start with 200 or more are free for use within one company: they belong to no manufacturer.
            barcode: ean13(`2004${String(71_000_000 + serial * 37)}`),
            is_ending: [...(product.ending ?? []), ...(product.ended ?? [])].includes(colour),
            has_ended: product.ended?.includes(colour) ?? false,
          };
        }),
      ),
    );
    bay += Math.ceil(place / levelsInBay);
    return { product, variations };
  });
}
