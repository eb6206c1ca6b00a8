// The administrators' endpoints. Importing this file makes them available to `call`. Not part of the first load.
import { adminAddresses } from '#contract/admin-addresses.ts'
import { addAddresses } from './call.ts'

addAddresses(adminAddresses)
