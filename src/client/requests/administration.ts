// The administrators' endpoints: `call` knows them as soon as a screen has imported this file. Not part of the first load.
import { adminAddresses } from '#contract/admin-addresses.ts'
import { addAddresses } from './call.ts'

addAddresses(adminAddresses)
