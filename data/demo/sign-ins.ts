/** The demo's people that the sign-in page offers. One password for all: it guards nothing. */
export const demoSignIns = {
  password: 'kitroom-demo',
  items: [
    { email: 'client.admin@northgate.test', label: 'Client Manager, Northgate Facilities' },
    { email: 'site.admin@northgate.test', label: 'Site Manager, Northgate Facilities' },
    { email: 'manager@northgate.test', label: 'Department Manager, Northgate Facilities' },
    { email: 'self.order@northgate.test', label: 'Employee, Self Order, Northgate Facilities' },
    { email: 'employee@northgate.test', label: 'Employee, Northgate Facilities' },
    { email: 'client.admin@harbour.test', label: 'Client Manager, Harbour Care' },
    { email: 'super@kitroom.test', label: 'Super User' },
    { email: 'warehouse@kitroom.test', label: 'Warehouse' },
    { email: 'embroiderer@kitroom.test', label: 'Embroiderer' },
  ],
};
