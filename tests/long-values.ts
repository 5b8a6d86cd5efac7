/** Values of the greatest length that the server accepts, with and without spaces, for tests of screens and documents. */
export const longValues = {
  /** 100 characters, in the format of an accounts system. */
  client_po_reference: `PO-${'2026/11/NORTHGATE-'.repeat(6)}`.slice(0, 100),
  /** 100 characters without a place for a line break. */
  po_in_one_word: `PO${'0123456789'.repeat(10)}`.slice(0, 100),
  /** The shortest reference that does not fit beside a price on a phone. */
  po_of_16: 'PO20261128000042',
  cost_code: 'COSTCENTRE'.repeat(10),
  phone: '+44 (0)113 496 0701 extension 4471 or 07700 900 123 after 17:00'.padEnd(64, '0'),
  email: `wilhelmina.theodora.featherstonehaugh.cholmondeley.marjoribanks@${'facilities'.repeat(5)}.northgate.example`,
  /** 110 characters. */
  person: 'Wilhelmina Theodora Anastasia Featherstonehaugh-Cholmondeley-Marjoribanks of Llanfairpwllgwyngyllgogerychwyrnd',
  in_one_word: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2).slice(0, 110),
  company: 'The Northgate Facilities, Catering, Cleaning and Security Services Management Company (United Kingdom and Ireland)',
  site: 'Aire Valley Distribution Centre and Regional Training Academy, Building 14B, Upper Mezzanine, Loading Bay 27 East',
  address: 'Unit 12b, The Old Aire Valley Business and Distribution Park, Knowsthorpe Gate, Cross Green Industrial Estate',
  product: 'Waterproof Breathable High-Visibility Three-in-One Executive Jacket with Detachable Fleece and Stowaway Hood, Unisex',
  sku: 'HVJ-EXEC-3IN1-YELLOWNAVY-4XLREG-TALL',
  colour: 'Fluorescent yellow over midnight navy',
  size: '4XL Regular Tall',
  decoration: 'Embroidered logo, left breast, 85 mm, thread 1071; printed name on the back, 30 mm, reflective silver transfer film',
  notes: `Please ring ${'x'.repeat(120)} before you deliver, because the gate is locked and nobody is there. `.repeat(2).trim(),
  /** In pence: an amount with eight digits of pounds. */
  money: 1_234_567_890,
  quantity: 99_999,
} as const;
